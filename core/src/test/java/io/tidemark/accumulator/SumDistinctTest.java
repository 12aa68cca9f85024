package io.tidemark.accumulator;

import static io.tidemark.expr.Functions.sum_distinct;
import static io.tidemark.expr.Functions.sum_distinct_within;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.expr.Aggregate;
import io.tidemark.expr.eval.ReflectiveNodeFactory;
import io.tidemark.operator.QuerySettings;
import io.tidemark.row.RowKind;
import io.tidemark.row.RowView;
import io.tidemark.row.RowWriter;
import io.tidemark.row.Schema;
import io.tidemark.state.StatePane;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Sums of different values against sets of {@link BigDecimal}. */
class SumDistinctTest {
    private static final Schema SCHEMA =
            Schema.parse("ts timestamp not null, x long, i int, d double, m decimal(9,2), w decimal(30,2)");
    private static final long SEED = 20_261_125;

    private final RowWriter writer = new RowWriter();

    @AfterEach
    void close() {
        writer.close();
    }

    private RowView row(Long x) {
        writer.start(SCHEMA);
        writer.setLong(0, 1);
        if (x != null) {
            writer.setLong(1, x);
            writer.setLong(2, (int) (long) x);
            writer.setDouble(3, x / 4.0);
            writer.setDecimal(4, x >> 63, (int) (long) x);
            writer.setDecimal(5, x >> 63, x);
        }
        return writer.finish().origin(1, RowView.NO_INGEST_TIME, RowKind.INSERT);
    }

    private static AggregateBench bench(QuerySettings settings, Aggregate... aggregates) {
        return new AggregateBench(SCHEMA, settings, new ReflectiveNodeFactory(), List.of(aggregates));
    }

    @Test
    void shouldEqualSumsOfSets() {
        System.out.println("seed " + SEED);
        Random random = new Random(SEED);
        for (int trial = 0; trial < 40; trial++) {
            try (AggregateBench bench = bench(
                    QuerySettings.defaults(),
                    sum_distinct("x"),
                    sum_distinct("i"),
                    sum_distinct("d"),
                    sum_distinct("m"),
                    sum_distinct("w"))) {
                StatePane one = bench.pane();
                List<StatePane> cut = List.of(bench.pane(), bench.pane(), bench.pane());
                Set<Long> expected = new HashSet<>();
                int rows = random.nextInt(trial % 5 == 0 ? 4000 : 50);
                for (int i = 0; i < rows; i++) {
                    Long x = random.nextInt(9) == 0 ? null : (Long) (long) (random.nextInt(1000) - 300);
                    bench.add(one, row(x));
                    bench.add(cut.get(random.nextInt(3)), row(x));
                    if (x != null) {
                        expected.add(x);
                    }
                }
                StatePane merged = bench.pane();
                cut.forEach(pane -> bench.merge(pane, merged));
                Long sum = expected.isEmpty()
                        ? null
                        : expected.stream().mapToLong(x -> x).sum();
                List<Object> sums = Arrays.asList(
                        sum,
                        sum,
                        sum == null ? null : sum / 4.0,
                        sum == null ? null : BigDecimal.valueOf(sum, 2),
                        sum == null ? null : BigDecimal.valueOf(sum, 2));
                assertEquals(sums, bench.results(one));
                assertEquals(sums, bench.results(merged));
            }
        }
    }

    @Test
    void shouldRefuseOverflowAndMoreThanTheBound() {
        QuerySettings settings = QuerySettings.defaults();
        try (AggregateBench ansi = bench(settings, sum_distinct("x"));
                AggregateBench lenient = bench(settings.withAnsi(false), sum_distinct("x"));
                AggregateBench bounded = bench(settings, sum_distinct_within(1, "x"))) {
            StatePane first = ansi.pane();
            StatePane second = lenient.pane();
            for (long x : new long[] {Long.MAX_VALUE, Long.MAX_VALUE, 1}) {
                ansi.add(first, row(x));
                lenient.add(second, row(x));
            }
            TidemarkException overflow = assertThrows(TidemarkException.class, () -> ansi.results(first));
            assertEquals(ErrorCode.ARITHMETIC_OVERFLOW, overflow.code());
            assertEquals(List.of(Long.MIN_VALUE), lenient.results(second));
            StatePane third = bounded.pane();
            bounded.add(third, row(5L));
            bounded.add(third, row(5L));
            TidemarkException more = assertThrows(TidemarkException.class, () -> bounded.add(third, row(6L)));
            assertEquals(ErrorCode.DISTINCT_BOUND_EXCEEDED, more.code());
            assertEquals(List.of(5L), bounded.results(third));
        }
    }
}
