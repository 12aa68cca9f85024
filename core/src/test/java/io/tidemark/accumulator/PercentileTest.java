package io.tidemark.accumulator;

import static io.tidemark.expr.Functions.aggregate;
import static io.tidemark.expr.Functions.col;
import static io.tidemark.expr.Functions.median;
import static io.tidemark.expr.Functions.percentile;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tidemark.error.ErrorCode;
import io.tidemark.expr.Aggregate;
import io.tidemark.expr.eval.CloningNodeFactory;
import io.tidemark.expr.eval.NodeFactory;
import io.tidemark.expr.eval.ReflectiveNodeFactory;
import io.tidemark.memory.OffHeap;
import io.tidemark.operator.QuerySettings;
import io.tidemark.row.RowKind;
import io.tidemark.row.RowView;
import io.tidemark.row.RowWriter;
import io.tidemark.row.Schema;
import io.tidemark.state.StatePane;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.DoubleSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Percentiles against sorted arrays. */
class PercentileTest {
    private static final Schema SCHEMA = Schema.parse("ts timestamp not null, d double, x long");
    private static final double[] PARTS = {0, 0.01, 0.25, 0.5, 0.9, 0.999, 1};
    private static final long SEED = 20_261_128;
    private static final double ROUNDING = 1 + 1e-9;

    private final RowWriter writer = new RowWriter();

    @AfterEach
    void close() {
        writer.close();
    }

    private RowView row(Double d) {
        writer.start(SCHEMA);
        writer.setLong(0, 1);
        if (d != null) {
            writer.setDouble(1, d);
            writer.setLong(2, d.longValue());
        }
        return writer.finish().origin(1, RowView.NO_INGEST_TIME, RowKind.INSERT);
    }

    private static AggregateBench bench(NodeFactory nodes, Aggregate... aggregates) {
        return new AggregateBench(SCHEMA, QuerySettings.defaults(), nodes, List.of(aggregates));
    }

    private List<Object> of(double[] values, Aggregate... aggregates) {
        try (AggregateBench bench = bench(new ReflectiveNodeFactory(), aggregates)) {
            StatePane pane = bench.pane();
            for (double value : values) {
                bench.add(pane, row(value));
            }
            return bench.results(pane);
        }
    }

    @Test
    void shouldBeExactForFewValues() {
        assertEquals(Arrays.asList(null, null), of(new double[0], median("d"), percentile("x", 0.9)));
        assertEquals(List.of(5.0, 5.0, 5.0), of(new double[] {5}, median("d"), percentile("d", 0), percentile("x", 1)));
        assertEquals(List.of(1.0, 9.0), of(new double[] {9, 1}, median("d"), percentile("d", 1)));
        assertEquals(
                List.of(0.0, -3.0, 7.0),
                of(new double[] {7, -0.0, -3}, median("d"), percentile("d", 0), percentile("d", 1)));
    }

    @Test
    void shouldOrderInfinitiesAndNan() {
        double[] values = {
            Double.NaN, 1, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, Double.NaN, Double.MIN_VALUE
        };
        List<Object> results = of(
                values,
                percentile("d", 0),
                percentile("d", 0.2),
                percentile("d", 0.4),
                percentile("d", 0.6),
                percentile("d", 0.8),
                percentile("d", 1));
        assertEquals(Double.NEGATIVE_INFINITY, results.get(0));
        assertEquals(0.0, results.get(1));
        assertEquals(1.0, (Double) results.get(2), 0.01 * ROUNDING);
        assertEquals(Double.POSITIVE_INFINITY, results.get(3));
        assertEquals(List.of(Double.NaN, Double.NaN), results.subList(4, 6));
    }

    @Test
    void shouldBeWithinTheAccuracyHoweverRowsAreCutIntoPanes() {
        System.out.println("seed " + SEED);
        Random random = new Random(SEED);
        List<DoubleSupplier> shapes = List.of(
                () -> random.nextInt(1000),
                () -> random.nextGaussian() * 1e6,
                () -> Math.exp(random.nextGaussian() * 4),
                () -> -Math.exp(random.nextGaussian() * 4),
                () -> random.nextInt(3) - 1.0,
                () -> (random.nextInt(2000) - 1000) / 8.0,
                () -> Math.exp(random.nextDouble() * 30 - 15) * (random.nextBoolean() ? 1 : -1));
        for (int trial = 0; trial < 70; trial++) {
            DoubleSupplier shape = shapes.get(trial % shapes.size());
            double accuracy = List.of(0.01, 0.05, 0.002, 0.3).get(random.nextInt(4));
            List<Aggregate> aggregates = new ArrayList<>();
            for (double part : PARTS) {
                aggregates.add(percentile("d", part, accuracy));
            }
            NodeFactory nodes = trial % 10 == 9 ? new CloningNodeFactory() : new ReflectiveNodeFactory();
            double[] values = new double[1 + random.nextInt(trial % 3 == 0 ? 5000 : 50)];
            try (AggregateBench bench = bench(nodes, aggregates.toArray(Aggregate[]::new))) {
                assertEquals(8 + LogHistogram.BYTES, bench.valueBytes(), "one state for all parts");
                StatePane one = bench.pane();
                List<StatePane> cut = List.of(bench.pane(), bench.pane(), bench.pane());
                for (int i = 0; i < values.length; i++) {
                    values[i] = shape.getAsDouble();
                    bench.add(one, row(values[i]));
                    bench.add(cut.get(random.nextInt(3)), row(values[i]));
                    bench.add(one, row(null));
                }
                List<StatePane> shuffled = new ArrayList<>(cut);
                Collections.shuffle(shuffled, random);
                StatePane merged = bench.pane();
                shuffled.forEach(pane -> bench.merge(pane, merged));
                List<Object> results = bench.results(one);
                assertEquals(results, bench.results(merged));
                Arrays.sort(values);
                for (int i = 0; i < PARTS.length; i++) {
                    double expected = values[(int) (PARTS[i] * (values.length - 1))];
                    double tolerance = Math.max(Double.MIN_NORMAL, Math.abs(expected) * accuracy * ROUNDING);
                    assertEquals(expected, (Double) results.get(i), tolerance, "trial " + trial + " part " + PARTS[i]);
                }
            }
        }
    }

    @Test
    void shouldKeepEveryBucketWithinTheAccuracyAndInOrder() {
        Random random = new Random(SEED);
        for (double accuracy : new double[] {0.0001, 0.01, 0.1, 0.5}) {
            LogBuckets buckets = new LogBuckets(accuracy);
            double before = Double.MIN_NORMAL;
            for (int i = 0; i < 20_000; i++) {
                double value = Double.longBitsToDouble(random.nextLong() & Long.MAX_VALUE);
                if (value >= Double.MIN_NORMAL && value < 1e300) {
                    double shown = buckets.value(buckets.key(value));
                    assertTrue(Math.abs(shown - value) <= accuracy * value * ROUNDING, value + " as " + shown);
                    assertEquals(-shown, buckets.value(buckets.key(-value)));
                    assertEquals(
                            value < before,
                            buckets.key(value) < buckets.key(before)
                                    || value < before && buckets.key(value) == buckets.key(before));
                    before = value;
                }
            }
        }
    }

    @Test
    void shouldFoldTheLowestChunksAndStayTheSameInEveryOrder() {
        Random random = new Random(SEED);
        LogHistogram histogram = new LogHistogram(new LogBuckets(0.0005), 0);
        long one = OffHeap.allocate(LogHistogram.BYTES);
        long other = OffHeap.allocate(LogHistogram.BYTES);
        long part = OffHeap.allocate(LogHistogram.BYTES);
        try (CountingStore store = new CountingStore()) {
            List<Double> values = new ArrayList<>();
            for (int i = 0; i < 4000; i++) {
                values.add(Math.exp(random.nextDouble() * 40));
            }
            values.forEach(value -> histogram.add(one, store, value));
            Collections.shuffle(values, random);
            values.subList(0, 2000).forEach(value -> histogram.add(other, store, value));
            values.subList(2000, 4000).forEach(value -> histogram.add(part, store, value));
            histogram.merge(part, store, other, store);
            Collections.sort(values);
            for (int place = 0; place < 4000; place++) {
                assertEquals(histogram.at(one, store, place), histogram.at(other, store, place), "place " + place);
            }
            for (int place = 3500; place < 4000; place++) {
                assertEquals(values.get(place), histogram.at(one, store, place), values.get(place) * 0.0005 * ROUNDING);
            }
            assertTrue(histogram.at(one, store, 100) > 10 * values.get(100), "nothing was folded");
            assertTrue(store.greatest() <= 16_384, store.greatest() + " bytes in a block");
            histogram.release(one, store);
            histogram.release(other, store);
            histogram.release(part, store);
            assertEquals(0, store.live());
        }
        OffHeap.free(one);
        OffHeap.free(other);
        OffHeap.free(part);
    }

    @Test
    void shouldRefuseWhatIsNoPartAndNoAccuracy() {
        assertEquals(ErrorCode.LITERAL_INVALID, problem(percentile("d", 1.01)));
        assertEquals(ErrorCode.LITERAL_INVALID, problem(percentile("d", Double.NaN)));
        assertEquals(ErrorCode.LITERAL_INVALID, problem(percentile("d", 0.5, 0.00001)));
        assertEquals(ErrorCode.LITERAL_INVALID, problem(aggregate("percentile", "d", "x")));
        assertEquals(ErrorCode.FUNCTION_UNSUPPORTED, problem(aggregate("percentile", "d")));
        assertEquals(ErrorCode.TYPE_MISMATCH, problem(median(col("x").gt(1L))));
    }

    private static ErrorCode problem(Aggregate aggregate) {
        try (AggregateBench bench = bench(new ReflectiveNodeFactory(), aggregate)) {
            return bench.problems().get(0).code();
        }
    }
}
