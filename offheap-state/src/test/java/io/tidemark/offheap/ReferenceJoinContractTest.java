package io.tidemark.offheap;

import static io.tidemark.expr.Functions.col;
import static io.tidemark.expr.Functions.count;
import static io.tidemark.expr.Functions.sum;
import static io.tidemark.expr.Functions.window;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tidemark.ReferenceTable;
import io.tidemark.StreamFrame;
import io.tidemark.StreamWriter;
import io.tidemark.Tidemark;
import io.tidemark.journal.JournalSource;
import io.tidemark.journal.MemoryJournal;
import io.tidemark.operator.reference.ReferenceJoin.Type;
import io.tidemark.operator.reference.ReferenceMatch;
import io.tidemark.row.RowKind;
import io.tidemark.row.RowView;
import io.tidemark.row.RowWriter;
import io.tidemark.row.Schema;
import io.tidemark.state.heap.HeapState;
import io.tidemark.testkit.AllocationCheck;
import io.tidemark.testkit.OperatorContract;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ReferenceJoinContractTest {
    private static final Schema STREAM = Schema.parse("ts timestamp, k string, v long");
    private static final Schema TABLE = Schema.parse("tk string, id long, label string");
    private static final long SEED = 20_261_130;

    private final MemoryJournal stream = MemoryJournal.of("stream", STREAM);
    private final MemoryJournal table = MemoryJournal.of("table", TABLE);
    private int keys = 4;

    private enum Form {
        BY_JOIN_COLUMN(Type.INNER, Type.LEFT_OUTER, Type.LEFT_SEMI, Type.LEFT_ANTI),
        BY_ID(Type.INNER, Type.LEFT_ANTI),
        ALL_ROWS(Type.LEFT_OUTER, Type.LEFT_SEMI);

        private final List<Type> types;

        Form(Type... types) {
            this.types = List.of(types);
        }

        ReferenceTable of(StreamFrame rows) {
            return switch (this) {
                case BY_JOIN_COLUMN -> rows.latestBy("tk");
                case BY_ID -> rows.latestBy("id");
                case ALL_ROWS -> rows.allRows();
            };
        }
    }

    @AfterEach
    void close() {
        stream.close();
        table.close();
    }

    @ParameterizedTest
    @EnumSource(Form.class)
    void shouldMeetTheContractOfOperators(Form form) {
        fill(24, 30);
        for (Type type : form.types) {
            OperatorContract contract = OperatorContract.of(
                            List.of(stream, table),
                            sources -> join(sources, form, type).writeStream().queryName("join"),
                            List.of(HeapState.withLimit(1 << 20), ChronicleState.withLimit(8 << 20)),
                            SEED)
                    .keepingState();
            assertTrue(contract.expectedOutput().size() > 5, form + " " + type);
            contract.checkAll();
        }
    }

    @Test
    void shouldMeetTheContractUnderAWindow() {
        fill(24, 30);
        OperatorContract contract = OperatorContract.of(
                        List.of(stream, table),
                        ReferenceJoinContractTest::windows,
                        List.of(HeapState.withLimit(1 << 20), ChronicleState.withLimit(8 << 20)),
                        SEED)
                .keepingState();
        assertTrue(contract.expectedOutput().size() > 5);
        contract.checkAll();
    }

    @ParameterizedTest
    @EnumSource(Form.class)
    void shouldAllocateNothing(Form form) {
        keys = 300;
        fill(20_000, 20_000);
        AllocationCheck.run(
                List.of(stream, table),
                sources -> join(sources, form, Type.LEFT_OUTER).writeStream().queryName("join"),
                ChronicleState.withLimit(16 << 20));
    }

    private static StreamWriter windows(List<JournalSource> sources) {
        return Tidemark.stream("stream", sources.get(0))
                .withWatermark("ts", Duration.ofSeconds(2))
                .joinReference(
                        Tidemark.stream("table", sources.get(1)).latestBy("tk"),
                        Type.LEFT_OUTER,
                        ReferenceMatch.on("k", "tk"))
                .groupBy(window("ts", Duration.ofSeconds(5)), "label")
                .agg(count(), sum("v"))
                .writeStream()
                .queryName("windows");
    }

    private static StreamFrame join(List<JournalSource> sources, Form form, Type type) {
        return Tidemark.stream("stream", sources.get(0))
                .joinReference(
                        form.of(Tidemark.stream("table", sources.get(1))).withVersion("version"),
                        type,
                        ReferenceMatch.on("k", "tk").where(col("v").gt(col("id"))));
    }

    private void fill(int rows, int changes) {
        Random random = new Random(SEED);
        try (RowWriter row = new RowWriter()) {
            for (int i = 0; i < rows; i++) {
                row.start(STREAM);
                row.setLong(0, (100L + i - random.nextInt(3)) * 1_000_000_000L);
                if (random.nextInt(10) > 0) {
                    row.setString(1, "k" + random.nextInt(keys));
                }
                row.setLong(2, random.nextLong(2L * keys));
                stream.append(row);
            }
            for (int i = 0; i < changes; i++) {
                row.start(TABLE);
                if (random.nextInt(10) > 0) {
                    row.setString(0, "k" + random.nextInt(keys));
                }
                row.setLong(1, random.nextLong(keys));
                row.setString(2, "label".repeat(random.nextInt(3)));
                RowKind kind = random.nextInt(3) == 0 ? RowKind.DELETE : RowKind.INSERT;
                table.append(row.finish().origin(0, RowView.NO_INGEST_TIME, kind));
            }
        }
    }
}
