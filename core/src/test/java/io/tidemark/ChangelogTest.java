package io.tidemark;

import static io.tidemark.expr.Functions.avg;
import static io.tidemark.expr.Functions.col;
import static io.tidemark.expr.Functions.count;
import static io.tidemark.expr.Functions.max;
import static io.tidemark.expr.Functions.sliding;
import static io.tidemark.expr.Functions.sum;
import static io.tidemark.expr.Functions.window;
import static io.tidemark.expr.Functions.window_time;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.journal.JournalSink;
import io.tidemark.journal.JournalWriter;
import io.tidemark.journal.MemoryJournal;
import io.tidemark.operator.EdgeKind;
import io.tidemark.operator.OutputMode;
import io.tidemark.row.RowKind;
import io.tidemark.row.RowView;
import io.tidemark.row.Schema;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Update mode where changes are whole: between operators with state, and in the output when asked for. */
class ChangelogTest {
    private final MemoryJournal source = MemoryJournal.of("in", Schema.parse("ts timestamp, k string, v long"));
    private final List<String> changes = new ArrayList<>();

    @AfterEach
    void close() {
        source.close();
    }

    /** How many keys have how many rows: the second aggregation takes the old count of a key back before it takes the new one in. */
    @Test
    void shouldMoveAKeyFromOneCountToTheNext() {
        try (QueryInvoker query = counts().changelog().foreach(this::record).invoker()) {
            source.appendValues(at(1), "a", 1L);
            source.appendValues(at(2), "b", 1L);
            source.appendValues(at(3), "a", 1L);
            query.processAllAvailable();
        }
        assertEquals(
                List.of(
                        "INSERT 1 1",
                        "UPDATE_BEFORE 1 1",
                        "UPDATE_AFTER 1 2",
                        "UPDATE_BEFORE 1 2",
                        "UPDATE_AFTER 1 1",
                        "INSERT 2 1"),
                changes);
    }

    @Test
    void shouldDeleteAGroupThatLostItsLastRow() {
        try (QueryInvoker query = counts().foreach(this::record).invoker()) {
            source.appendValues(at(1), "a", 1L);
            source.appendValues(at(2), "a", 1L);
            query.processAllAvailable();
        }
        assertEquals(List.of("INSERT 1 1", "DELETE 1 1", "INSERT 2 1"), changes);
    }

    /** Whatever the changes are, applied in order they give what a plain calculation gives, row by row and at cuts. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldAddUpToTheFinalResult(boolean conflated) {
        long seed = 20_261_130;
        Random random = new Random(seed);
        StreamWriter writer = Tidemark.stream("in", source)
                .groupBy("k")
                .unboundedState("a test")
                .agg(sum("v").as("total"))
                .groupBy(col("total").mod(5L).as("rest"))
                .unboundedState("a test")
                .agg(count().as("n"), sum("total").as("sum"), avg("total").as("mean"))
                .writeStream()
                .queryName("chain")
                .outputMode(OutputMode.UPDATE)
                .changelog();
        Map<Object, List<Object>> table = new HashMap<>();
        RowCallback apply = (row, sequence) -> {
            List<Object> values = List.of(
                    String.valueOf(row.get(0)),
                    row.get(1),
                    String.valueOf(row.get(2)),
                    row.isNull(3) ? "none" : row.get(3));
            boolean back = row.kind() == RowKind.UPDATE_BEFORE || row.kind() == RowKind.DELETE;
            List<Object> before = back ? table.remove(values.get(0)) : table.put(values.get(0), values);
            assertEquals(back ? values : null, before, "seed " + seed + " at " + sequence);
        };
        try (QueryInvoker query = (conflated ? writer.conflated().cutEvery(7) : writer)
                .foreach(apply)
                .invoker()) {
            for (int i = 0; i < 500; i++) {
                String key = "k" + random.nextInt(20);
                Long value = random.nextInt(8) == 0 ? null : (long) random.nextInt(100) - 30;
                source.appendValues(at(i), key, value);
            }
            query.processAllAvailable();
            query.cut();
        }
        assertEquals(expected(), table, "seed " + seed);
    }

    /** The same calculation over all rows at once. */
    private Map<Object, List<Object>> expected() {
        Map<String, Long> totals = new TreeMap<>();
        for (List<Object> row : source.rows()) {
            Long value = (Long) row.get(2);
            Long before = totals.get((String) row.get(1));
            totals.put(
                    (String) row.get(1),
                    value == null ? before : Long.valueOf(before == null ? value : before + value));
        }
        Map<String, List<Long>> groups = new TreeMap<>();
        totals.forEach((key, total) -> groups.computeIfAbsent(
                        total == null ? "null" : String.valueOf(total % 5), any -> new ArrayList<>())
                .add(total));
        Map<Object, List<Object>> table = new HashMap<>();
        groups.forEach((rest, members) -> {
            List<Long> values = members.stream().filter(value -> value != null).toList();
            long sum = values.stream().mapToLong(Long::longValue).sum();
            table.put(
                    rest,
                    values.isEmpty()
                            ? List.of(rest, (long) members.size(), "null", "none")
                            : List.of(rest, (long) members.size(), String.valueOf(sum), (double) sum / values.size()));
        });
        return table;
    }

    /** Sliding windows share panes: every window of a pane changes. */
    @Test
    void shouldTakeBackInEveryWindowOfAPane() {
        try (QueryInvoker query = Tidemark.stream("in", source)
                .withWatermark("ts", Duration.ofSeconds(10))
                .groupBy(sliding("ts", Duration.ofSeconds(10), Duration.ofSeconds(5)))
                .agg(count().as("n"))
                .select("window_start", "n")
                .writeStream()
                .queryName("sliding")
                .outputMode(OutputMode.UPDATE)
                .changelog()
                .foreach((row, sequence) ->
                        changes.add(row.kind() + " " + ((Instant) row.get(0)).getEpochSecond() + " " + row.get(1)))
                .invoker()) {
            source.appendValues(at(7), "a", 1L);
            source.appendValues(at(12), "a", 1L);
            query.processAllAvailable();
        }
        assertEquals(
                List.of("INSERT 0 1", "INSERT 5 1", "UPDATE_BEFORE 5 1", "UPDATE_AFTER 5 2", "INSERT 10 1"), changes);
    }

    @Test
    void shouldCarryChangesFromWindowToWindow() {
        try (QueryInvoker query = Tidemark.stream("in", source)
                .withWatermark("ts", Duration.ofSeconds(100))
                .groupBy(window("ts", Duration.ofSeconds(5)), "k")
                .agg(count().as("n"))
                .groupBy(window(window_time("window"), Duration.ofSeconds(10), Duration.ZERO)
                        .as("w"))
                .agg(count().as("windows"), sum("n").as("rows"))
                .select("w_start", "windows", "rows")
                .writeStream()
                .queryName("windows")
                .outputMode(OutputMode.UPDATE)
                .foreach((row, sequence) -> changes.add(row.kind() + " " + ((Instant) row.get(0)).getEpochSecond() + " "
                        + row.get(1) + " " + row.get(2)))
                .invoker()) {
            for (long second : new long[] {1, 2, 6, 11}) {
                source.appendValues(at(second), "a", 1L);
            }
            query.processAllAvailable();
        }
        assertEquals("INSERT 0 1 1", changes.get(0));
        assertTrue(changes.contains("UPDATE_AFTER 0 2 3") || changes.contains("INSERT 0 2 3"), changes.toString());
        assertEquals("INSERT 10 1 1", changes.get(changes.size() - 1));
    }

    @Test
    void shouldRefuseAnAggregateThatCannotTakeAValueBack() {
        TidemarkException error = assertThrows(
                TidemarkException.class,
                () -> Tidemark.stream("in", source)
                        .groupBy("k")
                        .unboundedState("a test")
                        .agg(sum("v").as("total"))
                        .groupBy()
                        .agg(max("total"))
                        .writeStream()
                        .queryName("q")
                        .outputMode(OutputMode.UPDATE)
                        .foreach(this::record)
                        .build());
        assertEquals(ErrorCode.FUNCTION_NOT_RETRACTABLE, error.code());
        assertEquals("aggregate-2", error.problems().get(0).operator());
    }

    @Test
    void shouldRefuseASinkThatTakesNoChanges() {
        TidemarkException error = assertThrows(
                TidemarkException.class, () -> counts().to(new AppendOnly()).build());
        assertEquals(ErrorCode.CHANGELOG_MISMATCH, error.code());
        assertTrue(error.getMessage().contains("append-only"), error.getMessage());
        Tidemark.stream("in", source)
                .writeStream()
                .queryName("q")
                .to(new AppendOnly())
                .build();
    }

    private StreamWriter counts() {
        return Tidemark.stream("in", source)
                .groupBy("k")
                .unboundedState("few keys")
                .agg(count().as("n"))
                .groupBy("n")
                .unboundedState("few counts")
                .agg(count().as("keys"))
                .writeStream()
                .queryName("counts")
                .outputMode(OutputMode.UPDATE);
    }

    private void record(RowView row, long sequence) {
        changes.add(row.kind() + " " + row.get(0) + " " + row.get(1));
    }

    private static Instant at(long seconds) {
        return Instant.ofEpochSecond(seconds);
    }

    /** A sink for final rows. */
    private record AppendOnly() implements JournalSink {
        @Override
        public String name() {
            return "append-only";
        }

        @Override
        public Set<EdgeKind> accepts() {
            return EnumSet.of(EdgeKind.APPEND);
        }

        @Override
        public JournalWriter openWriter(Schema schema) {
            throw new UnsupportedOperationException();
        }
    }
}
