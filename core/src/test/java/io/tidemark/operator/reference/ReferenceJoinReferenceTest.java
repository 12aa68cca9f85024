package io.tidemark.operator.reference;

import static io.tidemark.expr.Functions.col;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tidemark.QueryInvoker;
import io.tidemark.ReferenceTable;
import io.tidemark.StreamFrame;
import io.tidemark.Tidemark;
import io.tidemark.journal.MemoryJournal;
import io.tidemark.metrics.QueryProgress;
import io.tidemark.operator.DropReason;
import io.tidemark.operator.reference.ReferenceJoin.Type;
import io.tidemark.row.RowKind;
import io.tidemark.row.Schema;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The join against {@link PlainTable}: random rows, changes, deletes, nulls, equal rows and interleavings, each form of table. */
class ReferenceJoinReferenceTest {
    private static final Schema STREAM = Schema.parse("k string, v long");
    private static final Schema TABLE = Schema.parse("id long, tk string, least long, label string");
    private static final int TRIALS = 40;
    private static final int EVENTS = 150;

    private enum Form {
        BY_JOIN_COLUMN(1),
        BY_ID(0),
        BY_BOTH(0, 1),
        ALL_ROWS;

        private final List<Integer> key;

        Form(Integer... key) {
            this.key = List.of(key);
        }

        ReferenceTable of(StreamFrame rows) {
            return switch (this) {
                case BY_JOIN_COLUMN -> rows.latestBy("tk");
                case BY_ID -> rows.latestBy("id");
                case BY_BOTH -> rows.latestBy("tk", "id");
                case ALL_ROWS -> rows.allRows();
            };
        }
    }

    @ParameterizedTest
    @EnumSource(Form.class)
    void shouldEqualGoingThroughAList(Form form) {
        for (int trial = 0; trial < TRIALS; trial++) {
            Type type = Type.values()[trial % 4];
            run(form, type, trial % 8 >= 4, 6_007L * trial + form.ordinal());
        }
    }

    private static void run(Form form, Type type, boolean conditioned, long seed) {
        String name = "seed " + seed + ", " + form + ", " + type + (conditioned ? ", with a condition" : "");
        Random random = new Random(seed);
        PlainTable plain = new PlainTable(form.key, 1, type, conditioned);
        List<List<Object>> expected = new ArrayList<>();
        ReferenceMatch on = ReferenceMatch.on("k", "tk");
        try (MemoryJournal stream = MemoryJournal.of("stream", STREAM);
                MemoryJournal table = MemoryJournal.of("table", TABLE);
                MemoryJournal out = MemoryJournal.output("out");
                QueryInvoker query = Tidemark.stream("stream", stream)
                        .joinReference(
                                form.of(Tidemark.stream("table", table)).withVersion("version"),
                                type,
                                conditioned ? on.where(col("v").ge(col("least"))) : on)
                        .writeStream()
                        .queryName("join")
                        .pinned(false)
                        .to(out)
                        .invoker()) {
            long delivered = 0;
            for (int event = 0; event < EVENTS; event++) {
                if (random.nextInt(3) == 0) {
                    List<Object> row = Arrays.asList(key(random), random.nextInt(9) == 0 ? null : random.nextLong(10));
                    expected.addAll(plain.join(row));
                    delivered++;
                    stream.appendValues(row.toArray());
                } else {
                    RowKind kind = RowKind.of(random.nextInt(4));
                    List<Object> row = tableRow(random);
                    plain.change(kind, row, table.size());
                    delivered++;
                    KindedRows.append(table, kind, row.toArray());
                }
                query.processAllAvailable();
            }
            assertEquals(expected, out.rows(), name);
            check(query.progress(), plain, delivered, name);
        }
    }

    private static void check(QueryProgress progress, PlainTable plain, long delivered, String name) {
        QueryProgress.OperatorProgress operator = progress.operators().get(0);
        assertEquals(plain.nullKeys, operator.dropped(DropReason.NULL_KEY), name);
        assertEquals(plain.noPartners, operator.dropped(DropReason.NO_PARTNER), name);
        long dropped = plain.nullKeys + plain.noPartners + operator.dropped(DropReason.FILTERED);
        assertEquals(delivered, operator.rowsIn(), name);
        assertEquals(delivered - dropped, operator.rowsAccepted(), name);
        assertTrue(delivered > 0);
    }

    private static String key(Random random) {
        return random.nextInt(10) == 0 ? null : "k" + random.nextInt(5);
    }

    private static List<Object> tableRow(Random random) {
        return Arrays.asList(
                random.nextInt(12) == 0 ? null : random.nextLong(4),
                key(random),
                random.nextInt(9) == 0 ? null : random.nextLong(3) * 3,
                "label" + random.nextInt(2));
    }
}
