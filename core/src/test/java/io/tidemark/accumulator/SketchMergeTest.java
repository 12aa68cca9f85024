package io.tidemark.accumulator;

import static io.tidemark.expr.Functions.aggregate;
import static io.tidemark.expr.Functions.approx_count_distinct;
import static io.tidemark.expr.Functions.col;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tidemark.error.ErrorCode;
import io.tidemark.expr.Aggregate;
import io.tidemark.expr.eval.ReflectiveNodeFactory;
import io.tidemark.operator.QuerySettings;
import io.tidemark.row.RowKind;
import io.tidemark.row.RowView;
import io.tidemark.row.RowWriter;
import io.tidemark.row.Schema;
import io.tidemark.state.StatePane;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Sketches: how far they are from the truth, and that the order of rows and of merges does not matter. */
class SketchMergeTest {
    private static final Schema SCHEMA =
            Schema.parse("ts timestamp not null, x long, d double, s string, m decimal(30,2)");
    private static final long SEED = 20_261_130;

    private final RowWriter writer = new RowWriter();

    private RowView row(long time, Long x, Double d, String s) {
        writer.start(SCHEMA);
        writer.setLong(0, time);
        if (x != null) {
            writer.setLong(1, x);
            writer.setDecimal(4, x >> 63, x);
        }
        if (d != null) {
            writer.setDouble(2, d);
        }
        if (s != null) {
            writer.setString(3, s);
        }
        return writer.finish().origin(time, RowView.NO_INGEST_TIME, RowKind.INSERT);
    }

    private static AggregateBench bench(Aggregate... aggregates) {
        return new AggregateBench(SCHEMA, QuerySettings.defaults(), new ReflectiveNodeFactory(), List.of(aggregates));
    }

    @Test
    void shouldEstimateDistinctValuesWithinTheDeclaredError() {
        Aggregate[] aggregates = {
            approx_count_distinct("x"),
            approx_count_distinct("s", 0.02),
            approx_count_distinct("d", 0.0082),
            approx_count_distinct("m")
        };
        double[] errors = {0.05, 0.02, 0.0082, 0.05};
        for (int distinct : new int[] {1, 2, 10, 100, 1000, 3000, 20_000, 200_000}) {
            try (AggregateBench bench = bench(aggregates)) {
                StatePane pane = bench.pane();
                for (int i = 0; i < distinct + distinct / 3; i++) {
                    long x = (i % distinct) * 1000L;
                    bench.add(pane, row(i, x, x / 7.0, "user" + x));
                }
                List<Object> results = bench.results(pane);
                for (int i = 0; i < errors.length; i++) {
                    double off = Math.abs((Long) results.get(i) - distinct) / (double) distinct;
                    assertTrue(off <= 3 * errors[i], distinct + " as " + results.get(i) + " by " + aggregates[i]);
                }
            }
        }
    }

    @Test
    void shouldEstimateZeroWithoutValuesAndOneZeroAndOneNan() {
        try (AggregateBench bench = bench(
                approx_count_distinct("x"),
                approx_count_distinct("d"),
                approx_count_distinct("s").where(col("x").gt(5L)))) {
            StatePane pane = bench.pane();
            assertEquals(List.of(0L, 0L, 0L), bench.results(pane));
            bench.add(pane, row(1, null, null, "a"));
            assertEquals(List.of(0L, 0L, 0L), bench.results(pane));
            bench.add(pane, row(2, 5L, 0.0, "a"));
            bench.add(pane, row(3, 6L, -0.0, "b"));
            bench.add(pane, row(4, 6L, Double.NaN, "b"));
            bench.add(pane, row(5, 6L, Double.longBitsToDouble(0xFFF8000000000001L), "b"));
            assertEquals(List.of(2L, 2L, 1L), bench.results(pane));
        }
    }

    @Test
    void shouldNotDependOnTheOrderOfRowsAndMerges() {
        System.out.println("seed " + SEED);
        Random random = new Random(SEED);
        for (int trial = 0; trial < 30; trial++) {
            try (AggregateBench bench = bench(approx_count_distinct("x"), approx_count_distinct("s", 0.1))) {
                StatePane one = bench.pane();
                List<StatePane> cut = new ArrayList<>();
                for (int i = 0; i < 5; i++) {
                    cut.add(bench.pane());
                }
                Set<Long> reference = new HashSet<>();
                int rows = random.nextInt(3000);
                for (int i = 0; i < rows; i++) {
                    long x = random.nextInt(1 + random.nextInt(5000));
                    reference.add(x);
                    bench.add(one, row(i, x, null, "v" + x));
                    bench.add(cut.get(random.nextInt(5)), row(i, x, null, "v" + x));
                }
                Collections.shuffle(cut, random);
                StatePane merged = bench.pane();
                cut.forEach(pane -> bench.merge(pane, merged));
                assertEquals(bench.results(one), bench.results(merged));
                assertTrue(Math.abs((Long) bench.results(one).get(0) - reference.size()) <= 0.2 * reference.size() + 1);
            }
        }
    }

    @Test
    void shouldRefuseErrorsThatNoSketchHas() {
        for (Aggregate aggregate : List.of(
                approx_count_distinct("x", 0.008),
                approx_count_distinct("x", 1),
                approx_count_distinct("x", Double.NaN),
                aggregate("approx_count_distinct", "x", "d"))) {
            try (AggregateBench bench = bench(aggregate)) {
                assertEquals(ErrorCode.LITERAL_INVALID, bench.problems().get(0).code());
            }
        }
    }
}
