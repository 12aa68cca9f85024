package io.tidemark.operator.join;

import static io.tidemark.expr.Functions.col;
import static io.tidemark.expr.Functions.count;
import static io.tidemark.expr.Functions.lit;
import static io.tidemark.expr.Functions.window;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tidemark.QueryInvoker;
import io.tidemark.StreamFrame;
import io.tidemark.StreamWriter;
import io.tidemark.Tidemark;
import io.tidemark.expr.Column;
import io.tidemark.journal.JournalSource;
import io.tidemark.journal.MemoryJournal;
import io.tidemark.operator.DropReason;
import io.tidemark.row.Schema;
import io.tidemark.time.TimeSettings;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Random joins against their definition: the same rows in the same order. */
class JoinReferenceTest {
    private static final Schema SCHEMA = Schema.parse("l bool, ts timestamp, k string, v long");
    /** Keys of fixed length, with which rows stand in logs. */
    private static final Schema NUMBERED = Schema.parse("l bool, ts timestamp, k long, v long");

    private static final int CASES = 600;

    private record Result(List<List<Object>> rows, long late) {}

    @Test
    void shouldBringOutWhatTheDefinitionSays() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        Map<JoinType, Integer> rows = new EnumMap<>(JoinType.class);
        for (int i = 0; i < CASES; i++) {
            JoinCase join = JoinCase.random(random);
            if (!holds(join)) {
                JoinCase smallest = shrink(join);
                assertEquals(expected(smallest), actual(smallest), "seed " + seed + ", case " + i + ": " + smallest);
            }
            rows.merge(join.type(), expected(join).rows().size(), Integer::sum);
        }
        for (JoinType type : JoinType.values()) {
            assertTrue(rows.get(type) > 150, "the cases say too little of " + type + ": " + rows);
        }
    }

    @Test
    void shouldBringOutTheSameWhereRowsStandInLogs() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int i = 0; i < CASES; i++) {
            JoinCase join = JoinCase.random(random);
            assertEquals(expected(join), numbered(join), "seed " + seed + ", case " + i + ": " + join);
        }
    }

    /** Rows stay for longer than several batches of them take to come, and more than one batch is due at a time now and then. */
    @Test
    void shouldBringOutUnmatchedRowsInOrderAcrossBatches() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (JoinType type : List.of(JoinType.LEFT_OUTER, JoinType.RIGHT_OUTER, JoinType.FULL_OUTER)) {
            for (int trial = 0; trial < 4; trial++) {
                JoinWatermark watermark = JoinWatermark.values()[trial & 1];
                JoinCase join = large(type, watermark, trial < 2 ? 1_500 : 60_000, random);
                Result expected = expected(join);
                long alone = expected.rows().stream()
                        .filter(row -> row.get(0) == null || row.get(3) == null)
                        .count();
                assertTrue(alone > 5L * DueRows.BATCH_ROWS, "only " + alone + " rows without a partner");
                assertEquals(expected, numbered(join), "seed " + seed + ": " + type + " " + watermark);
            }
        }
    }

    private static JoinCase large(JoinType type, JoinWatermark watermark, int keys, Random random) {
        List<JoinRow> rows = new ArrayList<>();
        long now = 0;
        for (int i = 0; i < 3_000; i++) {
            // Several rows of one millisecond, so that the order of insertion decides; a gap now and then.
            now += random.nextInt(700) == 0 ? 400 : random.nextInt(3) == 0 ? 1 : 0;
            long at = now - (random.nextInt(4) == 0 ? random.nextInt(40) : 0);
            boolean left = random.nextBoolean();
            // From one row on the right side leads, so that several batches are due at a time and rows that come then
            // are near their moment.
            long lead = !left && i >= 1_500 && watermark == JoinWatermark.PER_INPUT ? 325 : 0;
            rows.add(new JoinRow(left, at + lead, "k" + random.nextInt(keys), i));
        }
        return new JoinCase(
                type, watermark, -300L, 300L, false, false, false, false, 20, 35, 0, TimeSettings.NATIVE, rows);
    }

    /** What the join brings out with keys that are numbers, the keys as they were. */
    private static Result numbered(JoinCase join) {
        Result result = actual(join, NUMBERED);
        List<List<Object>> rows = new ArrayList<>();
        for (List<Object> row : result.rows()) {
            List<Object> named = new ArrayList<>(row);
            for (int column = 1; column < named.size(); column += 3) {
                Object key = named.get(column);
                named.set(column, key == null ? null : "k" + key);
            }
            rows.add(named);
        }
        return new Result(rows, result.late());
    }

    /** What a window below gets: no row of the join may be late there, and each is in its window. */
    @Test
    void shouldKeepWhatItPromisesToAWindowBelow() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int i = 0; i < 150; i++) {
            JoinCase join = JoinCase.random(random);
            if (join.lower() == null || join.upper() == null) {
                continue;
            }
            String time = join.type() == JoinType.RIGHT_OUTER ? "rt" : "lt";
            int column = time.equals("lt") || join.type() == JoinType.LEFT_ANTI ? 0 : 3;
            Map<Instant, Long> counts = new TreeMap<>();
            for (List<Object> row : expected(join).rows()) {
                if (row.get(column) != null) {
                    long millis = ((Instant) row.get(column)).toEpochMilli();
                    counts.merge(Instant.ofEpochMilli(millis - Math.floorMod(millis, 7)), 1L, Long::sum);
                }
            }
            Map<Instant, Long> found = new TreeMap<>();
            String name = "seed " + seed + ", case " + i + ": " + join;
            try (MemoryJournal input = input(join, SCHEMA);
                    MemoryJournal output = MemoryJournal.output("out");
                    QueryInvoker query = writer(
                                    join,
                                    joined(join, input)
                                            .groupBy(window(time, Duration.ofMillis(7)))
                                            .agg(count()))
                            .to(output)
                            .invoker()) {
                query.processAllAvailable();
                query.drain();
                output.rows().forEach(row -> found.put((Instant) row.get(0), (Long) row.get(2)));
                assertEquals(expected(join).late(), query.progress().dropped(DropReason.LATE), name);
            }
            assertEquals(counts, found, name);
        }
    }

    private static boolean holds(JoinCase join) {
        return expected(join).equals(actual(join));
    }

    private static JoinCase shrink(JoinCase failing) {
        JoinCase smallest = failing;
        for (int i = smallest.rows().size() - 1; i >= 0; i--) {
            List<JoinRow> fewer = new ArrayList<>(smallest.rows());
            fewer.remove(i);
            if (!holds(smallest.with(fewer))) {
                smallest = smallest.with(fewer);
            }
        }
        return smallest;
    }

    private static Result expected(JoinCase join) {
        ReferenceJoin reference = new ReferenceJoin(join);
        reference.run();
        return new Result(reference.output(), reference.late());
    }

    private static Result actual(JoinCase join) {
        return actual(join, SCHEMA);
    }

    private static Result actual(JoinCase join, Schema schema) {
        try (MemoryJournal input = input(join, schema);
                MemoryJournal output = MemoryJournal.output("out");
                QueryInvoker query =
                        writer(join, joined(join, input)).to(output).invoker()) {
            query.processAllAvailable();
            query.drain();
            assertEquals(
                    0,
                    query.progress().operators().stream()
                            .mapToLong(
                                    operator -> join.lower() == null || join.upper() == null ? 0 : operator.stateRows())
                            .sum());
            return new Result(output.rows(), query.progress().dropped(DropReason.LATE));
        }
    }

    private static MemoryJournal input(JoinCase join, Schema schema) {
        MemoryJournal input = MemoryJournal.of("in", schema);
        for (JoinRow row : join.rows()) {
            Object key = schema == SCHEMA || row.key() == null
                    ? row.key()
                    : (Object) Long.valueOf(row.key().substring(1));
            input.appendValues(row.left(), Instant.ofEpochMilli(row.time()), key, row.value());
        }
        return input;
    }

    private static StreamWriter writer(JoinCase join, StreamFrame frame) {
        return frame.writeStream()
                .queryName("join")
                .pinned(false)
                .time(join.time())
                .cutEvery(join.batch());
    }

    private static StreamFrame joined(JoinCase join, JournalSource input) {
        StreamFrame rows = Tidemark.stream("in", input);
        StreamFrame left = side(rows.filter(col("l")), "l", join.leftDelay());
        StreamFrame right = side(rows.filter(col("l").not()), "r", join.rightDelay());
        Column condition = col("lk").eq(col("rk"));
        if (join.lower() != null) {
            Column first = col("lt").plus(Duration.ofMillis(join.lower()));
            condition = condition.and(
                    join.exclusive() ? first.lt(col("rt")) : col("rt").ge(first));
        }
        if (join.upper() != null) {
            Column start = col("rt").minus(Duration.ofMillis(join.upper()));
            condition = condition.and(join.exclusive() ? col("lt").gt(start) : start.le(col("lt")));
        }
        condition = join.leftOnly() ? condition.and(col("lv").gt(2L)) : condition;
        condition = join.rightOnly() ? condition.and(lit(2L).lt(col("rv"))) : condition;
        condition =
                join.rest() ? condition.and(col("lv").plus(col("rv")).mod(3L).ne(0L)) : condition;
        return left.join(right, join.type())
                .watermark(join.watermark())
                .unboundedState("a test")
                .on(condition);
    }

    private static StreamFrame side(StreamFrame rows, String prefix, long delayMs) {
        return rows.select(col("ts").as(prefix + "t"), col("k").as(prefix + "k"), col("v").as(prefix + "v"))
                .withWatermark(prefix + "t", Duration.ofMillis(delayMs));
    }
}
