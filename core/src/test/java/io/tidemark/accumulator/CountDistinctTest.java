package io.tidemark.accumulator;

import static io.tidemark.expr.Functions.aggregate;
import static io.tidemark.expr.Functions.col;
import static io.tidemark.expr.Functions.count_distinct;
import static io.tidemark.expr.Functions.count_distinct_is_exact;
import static io.tidemark.expr.Functions.count_distinct_or_approx;
import static io.tidemark.expr.Functions.count_distinct_within;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.expr.Aggregate;
import io.tidemark.expr.eval.CloningNodeFactory;
import io.tidemark.expr.eval.NodeFactory;
import io.tidemark.expr.eval.ReflectiveNodeFactory;
import io.tidemark.operator.QuerySettings;
import io.tidemark.row.RowKind;
import io.tidemark.row.RowView;
import io.tidemark.row.RowWriter;
import io.tidemark.row.Schema;
import io.tidemark.state.StatePane;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Exact counts of different values against sets of Java objects. */
class CountDistinctTest {
    private static final Schema SCHEMA = Schema.parse(
            "ts timestamp not null, x long, i int, d double, b bool, s string, m decimal(9,2), w decimal(30,2)");
    private static final long SEED = 20_261_129;

    private final RowWriter writer = new RowWriter();

    @AfterEach
    void close() {
        writer.close();
    }

    /** Values of all columns but the time; null where {@code values} has a null. */
    private RowView row(Object... values) {
        writer.start(SCHEMA);
        writer.setLong(0, 1);
        for (int i = 0; i < values.length; i++) {
            if (values[i] instanceof Double number) {
                writer.setDouble(i + 1, number);
            } else if (values[i] instanceof String text) {
                writer.setString(i + 1, text);
            } else if (values[i] instanceof Boolean truth) {
                writer.setBool(i + 1, truth);
            } else if (values[i] instanceof Long number) {
                if (i >= 5) {
                    writer.setDecimal(i + 1, number >> 63, number);
                } else {
                    writer.setLong(i + 1, number);
                }
            }
        }
        return writer.finish().origin(1, RowView.NO_INGEST_TIME, RowKind.INSERT);
    }

    private static AggregateBench bench(NodeFactory nodes, Aggregate... aggregates) {
        return new AggregateBench(SCHEMA, QuerySettings.defaults(), nodes, List.of(aggregates));
    }

    private static AggregateBench bench(Aggregate... aggregates) {
        return bench(new ReflectiveNodeFactory(), aggregates);
    }

    @Test
    void shouldCountZeroWithoutValuesAndSkipNulls() {
        try (AggregateBench bench = bench(count_distinct("x"), count_distinct("s"), count_distinct("x", "s"))) {
            StatePane pane = bench.pane();
            assertEquals(List.of(0L, 0L, 0L), bench.results(pane));
            bench.add(pane, row(0L, null, null, null, null));
            bench.add(pane, row(null, null, null, null, ""));
            assertEquals(List.of(1L, 1L, 0L), bench.results(pane));
            bench.add(pane, row(0L, null, null, null, ""));
            assertEquals(List.of(1L, 1L, 1L), bench.results(pane));
        }
    }

    @Test
    void shouldTakeEveryNanAsOneValueAndBothZerosAsOne() {
        try (AggregateBench bench = bench(count_distinct("d"), count_distinct("d", "b"))) {
            StatePane pane = bench.pane();
            for (double value : new double[] {0.0, -0.0, Double.NaN, Double.longBitsToDouble(0xFFF8000000000001L), 1}) {
                bench.add(pane, row(null, null, value, true));
            }
            assertEquals(List.of(3L, 3L), bench.results(pane));
        }
    }

    @Test
    void shouldTellTuplesApartWhoseTextsRunTogether() {
        try (AggregateBench bench =
                bench(count_distinct("s", col("s").cast("string"), "i"), count_distinct("s", "w"))) {
            StatePane pane = bench.pane();
            bench.add(pane, row(null, 1L, null, null, "ab", null, 5L));
            bench.add(pane, row(null, 1L, null, null, "a", null, 5L));
            bench.add(pane, row(null, 2L, null, null, "a", null, 6L));
            bench.add(pane, row(null, 2L, null, null, "a", null, 5L));
            assertEquals(List.of(3L, 3L), bench.results(pane));
        }
    }

    @Test
    void shouldEqualSetsHoweverRowsAreCutIntoPanes() {
        System.out.println("seed " + SEED);
        Random random = new Random(SEED);
        Aggregate[] aggregates = {
            count_distinct("x"),
            count_distinct("s"),
            count_distinct("x", "s"),
            count_distinct("d").where(col("b")),
            count_distinct("w"),
            count_distinct("m"),
            count_distinct("i", "d", "b"),
        };
        for (int trial = 0; trial < 60; trial++) {
            NodeFactory nodes = trial % 10 == 9 ? new CloningNodeFactory() : new ReflectiveNodeFactory();
            try (AggregateBench bench = bench(nodes, aggregates)) {
                int panes = 1 + random.nextInt(6);
                List<StatePane> cut = new ArrayList<>();
                for (int i = 0; i < panes; i++) {
                    cut.add(bench.pane());
                }
                StatePane one = bench.pane();
                List<Set<Object>> expected = new ArrayList<>();
                for (int i = 0; i < aggregates.length; i++) {
                    expected.add(new HashSet<>());
                }
                int rows = random.nextInt(trial % 5 == 0 ? 20_000 : 200);
                int range = 1 + random.nextInt(2 * rows + 10);
                for (int i = 0; i < rows; i++) {
                    Long x = random.nextInt(9) == 0 ? null : (Long) (long) (random.nextInt(range) - range / 2);
                    Double d = random.nextInt(9) == 0 ? null : (Double) (double) random.nextInt(range);
                    String s = random.nextInt(9) == 0 ? null : "text" + random.nextInt(range);
                    boolean b = random.nextBoolean();
                    long k = i % 7;
                    Object[] values = {x, k, d, b, s, x, x};
                    bench.add(one, row(values));
                    bench.add(cut.get(random.nextInt(panes)), row(values));
                    collect(expected.get(0), x);
                    collect(expected.get(1), s);
                    collect(expected.get(2), x, s);
                    if (b) {
                        collect(expected.get(3), d);
                    }
                    collect(expected.get(4), x);
                    collect(expected.get(5), x);
                    collect(expected.get(6), k, d, b);
                }
                List<Object> counts =
                        expected.stream().map(set -> (Object) (long) set.size()).toList();
                StatePane merged = bench.pane();
                Collections.shuffle(cut, random);
                cut.forEach(pane -> bench.merge(pane, merged));
                assertEquals(counts, bench.results(one), "trial " + trial);
                assertEquals(counts, bench.results(merged), "trial " + trial + " merged");
            }
        }
    }

    private static void collect(Set<Object> set, Object... values) {
        if (Arrays.stream(values).allMatch(value -> value != null)) {
            set.add(Arrays.asList(values));
        }
    }

    @Test
    void shouldRefuseMoreThanTheBound() {
        try (AggregateBench bench = bench(count_distinct_within(3, "x"))) {
            StatePane first = bench.pane();
            StatePane second = bench.pane();
            for (long x = 0; x < 3; x++) {
                bench.add(first, row(x));
                bench.add(second, row(x + 1));
            }
            bench.add(first, row(2L));
            TidemarkException added = assertThrows(TidemarkException.class, () -> bench.add(first, row(3L)));
            assertEquals(ErrorCode.DISTINCT_BOUND_EXCEEDED, added.code());
            assertTrue(added.getMessage().contains("more than 3 different values"), added.getMessage());
            assertTrue(added.getMessage().contains("count_distinct_or_approx(3, ...)"), added.getMessage());
            assertEquals(List.of(3L), bench.results(first));
            assertThrows(TidemarkException.class, () -> bench.merge(second, first));
        }
    }

    @Test
    void shouldTurnIntoAnEstimateAboveTheBoundWhateverTheOrder() {
        for (String column : List.of("x", "s")) {
            try (AggregateBench bench = bench(
                    count_distinct_or_approx(1000, column),
                    count_distinct_is_exact(1000, column),
                    count_distinct(column))) {
                StatePane one = bench.pane();
                StatePane exact = bench.pane();
                List<StatePane> cut = List.of(bench.pane(), bench.pane(), bench.pane(), bench.pane());
                for (long i = 0; i < 5000; i++) {
                    Object[] values = {i, null, null, null, "t" + i};
                    bench.add(one, row(values));
                    bench.add(cut.get((int) (i < 3000 ? 0 : i % 4)), row(values));
                    if (i < 1000) {
                        bench.add(exact, row(values));
                    }
                }
                assertEquals(List.of(1000L, true, 1000L), bench.results(exact));
                List<Object> results = bench.results(one);
                assertEquals(false, results.get(1));
                assertEquals(5000L, results.get(2));
                assertEquals(5000.0, (Long) results.get(0), 5000 * 0.05);
                for (int[] order : new int[][] {{0, 1, 2, 3}, {3, 2, 1, 0}, {1, 0, 3, 2}}) {
                    StatePane merged = bench.pane();
                    for (int pane : order) {
                        bench.merge(cut.get(pane), merged);
                    }
                    bench.merge(exact, merged);
                    assertEquals(results, bench.results(merged));
                }
            }
        }
    }

    @Test
    void shouldKeepStateOfEqualCallsOnce() {
        Aggregate counted = count_distinct_or_approx(10, "x");
        try (AggregateBench one = bench(counted);
                AggregateBench both =
                        bench(counted, count_distinct_is_exact(10, "x").as("exact"));
                AggregateBench filtered = bench(
                        counted,
                        count_distinct_is_exact(10, "x").where(col("b")).as("exact"))) {
            assertEquals(one.valueBytes(), both.valueBytes());
            assertEquals(one.valueBytes() + DistinctSet.BYTES, filtered.valueBytes());
            assertEquals(
                    "56 B and at most 10 values of count_distinct_or_approx(10, x)",
                    both.list().stateBytesText());
        }
    }

    @Test
    void shouldRefuseCallsWithoutBoundOrValuesAndPlansForSpark() {
        assertEquals(ErrorCode.FUNCTION_UNSUPPORTED, problem(count_distinct()));
        assertEquals(ErrorCode.FUNCTION_UNSUPPORTED, problem(count_distinct_within(5)));
        assertEquals(ErrorCode.LITERAL_INVALID, problem(count_distinct_within(0, "x")));
        assertEquals(ErrorCode.LITERAL_INVALID, problem(aggregate("count_distinct_or_approx", "i", "x")));
        QuerySettings spark = QuerySettings.defaults().withAccepted(QuerySettings.Accepted.SPARK);
        try (AggregateBench bench =
                new AggregateBench(SCHEMA, spark, new ReflectiveNodeFactory(), List.of(count_distinct("x")))) {
            assertEquals(ErrorCode.FUNCTION_UNSUPPORTED, bench.problems().get(0).code());
        }
    }

    private static ErrorCode problem(Aggregate aggregate) {
        try (AggregateBench bench = bench(aggregate)) {
            return bench.problems().get(0).code();
        }
    }
}
