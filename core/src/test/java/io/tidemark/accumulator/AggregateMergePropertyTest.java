package io.tidemark.accumulator;

import static io.tidemark.expr.Functions.col;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import io.tidemark.expr.Aggregate;
import io.tidemark.expr.eval.CloningNodeFactory;
import io.tidemark.expr.eval.NodeFactory;
import io.tidemark.expr.eval.ReflectiveNodeFactory;
import io.tidemark.operator.QuerySettings;
import io.tidemark.row.DataType;
import io.tidemark.row.RowKind;
import io.tidemark.row.RowView;
import io.tidemark.row.RowWriter;
import io.tidemark.row.Schema;
import io.tidemark.state.StatePane;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/**
 * Every registered aggregate over every type it takes, with and without a filter: all rows in one pane, and the rows cut into panes by
 * event time that are merged in the order of time, against {@link ReferenceAggregates}.
 */
class AggregateMergePropertyTest {
    private static final Schema SCHEMA = Schema.parse("ts timestamp not null, i int, j int not null, l long, d double,"
            + " e double, m decimal(9,2), w decimal(28,6), b bool, t timestamp, s string, f bool");
    private static final String[] TEXTS = {
        "", "a", "Zebra", "\u00e4\u00f6", "\ud83d\ude00", "\uffee", "a much longer text"
    };
    private static final double[] EDGES = {0.0, -0.0, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY};
    private static final List<String> NUMBERS = List.of("i", "j", "l", "d", "e", "m", "w");
    private static final List<String> ALL = List.of("i", "j", "l", "d", "e", "m", "w", "b", "t", "s");
    private static final Map<String, List<String>> TAKES = takes();

    /** See {@link SketchMergeTest}, {@link CountDistinctTest}, {@link PercentileTest} and {@link CollectTest}. */
    private static final Set<String> COVERED_ELSEWHERE = Set.of(
            "approx_count_distinct",
            "count_distinct",
            "count_distinct_within",
            "count_distinct_or_approx",
            "count_distinct_is_exact",
            "sum_distinct",
            "sum_distinct_within",
            "percentile",
            "median",
            "collect_list",
            "collect_set");

    private static Map<String, List<String>> takes() {
        Map<String, List<String>> takes = new TreeMap<>();
        List.of("sum", "avg", "variance", "var_pop", "stddev", "stddev_pop").forEach(name -> takes.put(name, NUMBERS));
        List.of("count_if", "bool_and", "bool_or").forEach(name -> takes.put(name, List.of("b", "f")));
        List.of("count", "min", "max", "min_by", "max_by").forEach(name -> takes.put(name, ALL));
        for (String edge : List.of("first", "last")) {
            List.of("", "_by_arrival", "_non_null", "_non_null_by_arrival")
                    .forEach(suffix -> takes.put(edge + suffix, ALL));
        }
        return takes;
    }

    @Test
    void shouldCoverTheRegistry() {
        Set<String> covered = new TreeSet<>(TAKES.keySet());
        covered.addAll(COVERED_ELSEWHERE);
        assertEquals(AggregateRegistry.standardNames(), covered);
    }

    @Property(tries = 120)
    void shouldGiveTheSameHoweverRowsAreCutIntoPanes(
            @ForAll long seed, @ForAll @IntRange(max = 60) int rows, @ForAll @IntRange(min = 1, max = 12) int panes) {
        compare(seed, rows, panes, new ReflectiveNodeFactory());
    }

    @Property(tries = 4)
    void shouldGiveTheSameWhenEveryNodeHasAClassOfItsOwn(@ForAll long seed) {
        compare(seed, 40, 5, new CloningNodeFactory());
    }

    private static void compare(long seed, int rowCount, int paneCount, NodeFactory nodes) {
        Random random = new Random(seed);
        List<Object[]> rows = new ArrayList<>();
        for (int i = 0; i < rowCount; i++) {
            rows.add(row(random, i));
        }
        List<Call> calls = calls(random);
        List<Aggregate> aggregates = new ArrayList<>();
        for (int i = 0; i < calls.size(); i++) {
            aggregates.add(calls.get(i).aggregate().as("c" + i));
        }
        try (AggregateBench bench = new AggregateBench(SCHEMA, QuerySettings.defaults(), nodes, aggregates);
                RowWriter writer = new RowWriter()) {
            assertEquals(List.of(), bench.problems());
            StatePane one = bench.pane();
            TreeMap<Long, StatePane> cut = new TreeMap<>();
            for (int i = 0; i < rows.size(); i++) {
                RowView row = write(writer, rows.get(i)).origin(i, RowView.NO_INGEST_TIME, RowKind.INSERT);
                bench.add(one, row);
                long pane = Math.floorDiv((Long) rows.get(i)[0] * paneCount, 20L);
                bench.add(cut.computeIfAbsent(pane, ignored -> bench.pane()), row);
            }
            StatePane merged = bench.pane();
            cut.values().forEach(pane -> bench.merge(pane, merged));
            check(calls, rows, bench, bench.results(one), "one pane");
            check(calls, rows, bench, bench.results(merged), cut.size() + " panes");
        }
    }

    private static void check(
            List<Call> calls, List<Object[]> rows, AggregateBench bench, List<Object> results, String place) {
        for (int i = 0; i < calls.size(); i++) {
            Call call = calls.get(i);
            List<ReferenceAggregates.Row> counted = call.rows(rows);
            Object expected = ReferenceAggregates.result(call.function, call.type(), counted);
            Object actual = results.get(i);
            String where = call + " in " + place;
            boolean rounded = Set.of("sum", "avg", "variance", "var_pop", "stddev", "stddev_pop")
                    .contains(call.function);
            if (rounded && expected instanceof Double number && !number.isNaN() && !number.isInfinite()) {
                assertEquals(number, (Double) actual, tolerance(call, number, counted), where);
            } else {
                assertEquals(expected, actual, where);
            }
            if (!bench.output().field(i).nullable()) {
                assertNotNull(actual, where);
            }
        }
    }

    /** 1e-12 of the result; sums that cancel out lose 2^-100 of their terms, spreads the ratio of mean and deviation. */
    private static double tolerance(Call call, double expected, List<ReferenceAggregates.Row> rows) {
        double size = 0;
        for (ReferenceAggregates.Row row : rows) {
            size += row.value() == null
                    ? 0
                    : Math.abs(ReferenceAggregates.exact(row.value()).doubleValue());
        }
        if (call.function.startsWith("sum") || call.function.startsWith("avg")) {
            return 1e-12 * Math.abs(expected) + size * 0x1p-100;
        }
        double deviation = call.function.startsWith("stddev") ? expected : Math.sqrt(expected);
        double ratio = deviation == 0 ? 1 : Math.max(1, size / rows.size() / deviation);
        return 1e-12 * ratio * expected;
    }

    private static List<Call> calls(Random random) {
        List<Call> calls = new ArrayList<>();
        TAKES.forEach((function, columns) -> {
            for (String column : columns) {
                String ordering = function.endsWith("min_by") || function.endsWith("max_by")
                        ? ALL.get(random.nextInt(ALL.size()))
                        : null;
                calls.add(new Call(function, column, ordering, false));
                calls.add(new Call(function, column, ordering, true));
            }
        });
        calls.add(new Call("count", null, null, false));
        calls.add(new Call("count", null, null, true));
        return calls;
    }

    private record Call(String function, String column, String ordering, boolean filtered) {
        DataType type() {
            return column == null ? DataType.LONG : SCHEMA.type(SCHEMA.index(column));
        }

        Aggregate aggregate() {
            Aggregate aggregate = column == null
                    ? aggregate(function)
                    : ordering == null ? aggregate(function, column) : aggregate(function, column, ordering);
            return filtered ? aggregate.where(col("f")) : aggregate;
        }

        private static Aggregate aggregate(String function, Object... arguments) {
            return io.tidemark.expr.Functions.aggregate(function, arguments);
        }

        List<ReferenceAggregates.Row> rows(List<Object[]> rows) {
            List<ReferenceAggregates.Row> counted = new ArrayList<>();
            for (int i = 0; i < rows.size(); i++) {
                Object[] row = rows.get(i);
                if (!filtered || Boolean.TRUE.equals(row[SCHEMA.index("f")])) {
                    counted.add(new ReferenceAggregates.Row(
                            (Long) row[0],
                            i,
                            column == null ? (Object) 0L : row[SCHEMA.index(column)],
                            ordering == null ? null : row[SCHEMA.index(ordering)]));
                }
            }
            return counted;
        }
    }

    private static Object[] row(Random random, int i) {
        long mean = 1000;
        return new Object[] {
            (long) random.nextInt(41) - 20,
            random.nextInt(4) == 0 ? null : (Object) (random.nextInt(9) - 4),
            random.nextInt(1001) - 500,
            random.nextInt(4) == 0 ? null : (Object) (random.nextLong() >> 8 + random.nextInt(50)),
            random.nextInt(4) == 0 ? null : (Object) (mean + random.nextGaussian() * 250),
            random.nextInt(3) > 0 ? null : (Object) edge(random),
            random.nextInt(4) == 0 ? null : BigDecimal.valueOf(random.nextInt(1_999_999) - 999_999, 2),
            random.nextInt(4) == 0 ? null : new BigDecimal(new BigInteger(80, random), 6).negate(),
            random.nextInt(4) == 0 ? null : (Object) (random.nextInt(8) > 0),
            random.nextInt(4) == 0 ? null : Instant.ofEpochSecond(random.nextInt(100) - 50, random.nextInt(1000)),
            random.nextInt(4) == 0 ? null : TEXTS[random.nextInt(TEXTS.length)].repeat(1 + i % 3),
            random.nextInt(4) == 0 ? null : (Object) random.nextBoolean()
        };
    }

    private static double edge(Random random) {
        return random.nextInt(3) > 0 ? random.nextInt(5) - 2 : EDGES[random.nextInt(EDGES.length)];
    }

    private static RowView write(RowWriter writer, Object[] values) {
        writer.start(SCHEMA);
        for (int column = 0; column < values.length; column++) {
            Object value = values[column];
            if (value instanceof Boolean truth) {
                writer.setBool(column, truth);
            } else if (value instanceof Integer number) {
                writer.setInt(column, number);
            } else if (value instanceof Long number) {
                writer.setLong(column, number);
            } else if (value instanceof Double number) {
                writer.setDouble(column, number);
            } else if (value instanceof BigDecimal number) {
                writer.setDecimal(column, number);
            } else if (value instanceof Instant time) {
                writer.setLong(column, time.getEpochSecond() * 1_000_000_000L + time.getNano());
            } else if (value instanceof String text) {
                writer.setString(column, text);
            }
        }
        return writer.finish();
    }
}
