package io.tidemark.accumulator;

import static io.tidemark.expr.Functions.aggregate;
import static io.tidemark.expr.Functions.col;
import static io.tidemark.expr.Functions.collect_list;
import static io.tidemark.expr.Functions.collect_set;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

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
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Collections by example and against lists of Java. */
class CollectTest {
    private static final Schema SCHEMA =
            Schema.parse("ts timestamp not null, x long, s string, d double, b bool, m decimal(9,2), y binary");
    private static final long SEED = 20_261_127;

    private final RowWriter writer = new RowWriter();

    @AfterEach
    void close() {
        writer.close();
    }

    private record Given(long time, long position, Long x, String s) {}

    private RowView row(Given given) {
        writer.start(SCHEMA);
        writer.setLong(0, given.time);
        if (given.x != null) {
            writer.setLong(1, given.x);
            writer.setDouble(3, given.x / 2.0);
            writer.setBool(4, given.x > 2);
            writer.setDecimal(5, given.x >> 63, given.x);
        }
        if (given.s != null) {
            writer.setString(2, given.s);
        }
        return writer.finish().origin(given.position, RowView.NO_INGEST_TIME, RowKind.INSERT);
    }

    private static AggregateBench bench(NodeFactory nodes, Aggregate... aggregates) {
        return new AggregateBench(SCHEMA, QuerySettings.defaults(), nodes, List.of(aggregates));
    }

    private static AggregateBench bench(Aggregate... aggregates) {
        return bench(new ReflectiveNodeFactory(), aggregates);
    }

    @Test
    void shouldOrderByEventTimeThenPosition() {
        try (AggregateBench bench = bench(collect_list("x", 9), collect_set("x", 9), collect_list("s", 9))) {
            StatePane pane = bench.pane();
            assertEquals(List.of("[]", "[]", "[]"), bench.results(pane));
            bench.add(pane, row(new Given(30, 0, 7L, "c")));
            bench.add(pane, row(new Given(10, 1, 8L, "a")));
            bench.add(pane, row(new Given(30, 2, 7L, null)));
            bench.add(pane, row(new Given(20, 3, 7L, "b")));
            bench.add(pane, row(new Given(10, 4, 9L, "a")));
            bench.add(pane, row(new Given(40, 5, null, "d")));
            assertEquals(List.of("[8,9,7,7,7]", "[8,9,7]", "[\"a\",\"a\",\"b\",\"c\",\"d\"]"), bench.results(pane));
            bench.add(pane, row(new Given(5, 6, 7L, null)));
            assertEquals(
                    List.of("[7,8,9,7,7,7]", "[7,8,9]"), bench.results(pane).subList(0, 2));
        }
    }

    @Test
    void shouldWriteEachTypeAsJson() {
        try (AggregateBench bench = bench(
                collect_list("d", 5),
                collect_list("b", 5),
                collect_list("m", 5),
                collect_list("ts", 5),
                collect_list("s", 5),
                collect_set(col("d").times(0.0), 5),
                collect_list(col("d").times(1e308).times(1e10), 5))) {
            StatePane pane = bench.pane();
            bench.add(pane, row(new Given(0, 0, 3L, "say \"hi\"\\\n\t\u0001\u00e4\ud83d\ude00")));
            bench.add(pane, row(new Given(1_500_000_000L, 1, -1L, "")));
            assertEquals(
                    List.of(
                            "[1.5,-0.5]",
                            "[true,false]",
                            "[0.03,-0.01]",
                            "[\"1970-01-01T00:00:00Z\",\"1970-01-01T00:00:01.500Z\"]",
                            "[\"say \\\"hi\\\"\\\\\\n\\t\\u0001\u00e4\ud83d\ude00\",\"\"]",
                            "[0.0]",
                            "[\"Infinity\",\"-Infinity\"]"),
                    bench.results(pane));
        }
    }

    @Test
    void shouldEqualListsHoweverRowsAreCutIntoPanes() {
        System.out.println("seed " + SEED);
        Random random = new Random(SEED);
        for (int trial = 0; trial < 60; trial++) {
            NodeFactory nodes = trial % 10 == 9 ? new CloningNodeFactory() : new ReflectiveNodeFactory();
            try (AggregateBench bench = bench(
                    nodes,
                    collect_list("x", 2000),
                    collect_set("x", 2000),
                    collect_list("s", 2000),
                    collect_set("s", 2000).where(col("x").isNotNull()))) {
                StatePane one = bench.pane();
                List<StatePane> cut = List.of(bench.pane(), bench.pane(), bench.pane());
                List<Given> all = new ArrayList<>();
                int rows = random.nextInt(trial % 6 == 0 ? 2000 : 40);
                for (int i = 0; i < rows; i++) {
                    Given given = new Given(
                            random.nextInt(30),
                            i,
                            random.nextInt(5) == 0 ? null : (Long) (long) random.nextInt(1 + random.nextInt(100)),
                            random.nextInt(5) == 0 ? null : "s" + random.nextInt(1 + random.nextInt(300)));
                    all.add(given);
                    bench.add(one, row(given));
                    bench.add(cut.get((int) given.time / 10), row(given));
                }
                all.sort(Comparator.comparingLong(Given::time).thenComparingLong(Given::position));
                List<String> longs = all.stream()
                        .filter(given -> given.x != null)
                        .map(given -> given.x.toString())
                        .toList();
                List<String> texts = all.stream()
                        .filter(given -> given.s != null)
                        .map(given -> '"' + given.s + '"')
                        .toList();
                List<String> both = all.stream()
                        .filter(given -> given.x != null && given.s != null)
                        .map(given -> '"' + given.s + '"')
                        .toList();
                List<Object> expected = List.of(
                        json(longs),
                        json(new ArrayList<>(new LinkedHashSet<>(longs))),
                        json(texts),
                        json(new ArrayList<>(new LinkedHashSet<>(both))));
                assertEquals(expected, bench.results(one), "trial " + trial);
                StatePane merged = bench.pane();
                cut.forEach(pane -> bench.merge(pane, merged));
                assertEquals(expected, bench.results(merged), "trial " + trial + " merged");
                StatePane backwards = bench.pane();
                bench.merge(cut.get(2), backwards);
                bench.merge(cut.get(0), backwards);
                bench.merge(cut.get(1), backwards);
                assertEquals(expected, bench.results(backwards), "trial " + trial + " merged in another order");
            }
        }
    }

    private static String json(List<String> values) {
        return values.stream().collect(Collectors.joining(",", "[", "]"));
    }

    @Test
    void shouldRefuseMoreThanTheBound() {
        try (AggregateBench bench = bench(collect_list("x", 2));
                AggregateBench sets = bench(collect_set("x", 2))) {
            StatePane list = bench.pane();
            StatePane set = sets.pane();
            for (long x : new long[] {1, 2}) {
                bench.add(list, row(new Given(x, x, x, null)));
                sets.add(set, row(new Given(x, x, x, null)));
            }
            sets.add(set, row(new Given(3, 3, 2L, null)));
            RowView more = row(new Given(3, 3, 3L, null));
            for (AggregateBench either : List.of(bench, sets)) {
                StatePane pane = either == bench ? list : set;
                TidemarkException refused = assertThrows(TidemarkException.class, () -> either.add(pane, more));
                assertEquals(ErrorCode.COLLECT_BOUND_EXCEEDED, refused.code());
                assertEquals(List.of("[1,2]"), either.results(pane));
            }
        }
    }

    @Test
    void shouldRefuseCallsWithoutABound() {
        assertEquals(ErrorCode.FUNCTION_UNSUPPORTED, problem(aggregate("collect_list", "x")));
        assertEquals(ErrorCode.LITERAL_INVALID, problem(collect_list("x", 0)));
        assertEquals(ErrorCode.LITERAL_INVALID, problem(collect_set("x", 100_001)));
        assertEquals(ErrorCode.LITERAL_INVALID, problem(aggregate("collect_set", "x", "x")));
        assertEquals(ErrorCode.TYPE_MISMATCH, problem(collect_set("y", 5)));
    }

    private static ErrorCode problem(Aggregate aggregate) {
        try (AggregateBench bench = bench(aggregate)) {
            return bench.problems().get(0).code();
        }
    }
}
