package io.tidemark.accumulator;

import static io.tidemark.expr.Functions.aggregate;
import static io.tidemark.expr.Functions.avg;
import static io.tidemark.expr.Functions.bool_and;
import static io.tidemark.expr.Functions.bool_or;
import static io.tidemark.expr.Functions.col;
import static io.tidemark.expr.Functions.count;
import static io.tidemark.expr.Functions.count_if;
import static io.tidemark.expr.Functions.first;
import static io.tidemark.expr.Functions.first_by_arrival;
import static io.tidemark.expr.Functions.first_non_null;
import static io.tidemark.expr.Functions.first_non_null_by_arrival;
import static io.tidemark.expr.Functions.last;
import static io.tidemark.expr.Functions.last_by_arrival;
import static io.tidemark.expr.Functions.last_non_null;
import static io.tidemark.expr.Functions.last_non_null_by_arrival;
import static io.tidemark.expr.Functions.max;
import static io.tidemark.expr.Functions.max_by;
import static io.tidemark.expr.Functions.min;
import static io.tidemark.expr.Functions.min_by;
import static io.tidemark.expr.Functions.stddev;
import static io.tidemark.expr.Functions.stddev_pop;
import static io.tidemark.expr.Functions.sum;
import static io.tidemark.expr.Functions.var_pop;
import static io.tidemark.expr.Functions.variance;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.tidemark.error.ErrorCode;
import io.tidemark.error.Problem;
import io.tidemark.error.TidemarkException;
import io.tidemark.expr.Aggregate;
import io.tidemark.expr.eval.ReflectiveNodeFactory;
import io.tidemark.function.UserFunctions;
import io.tidemark.operator.QuerySettings;
import io.tidemark.row.RowKind;
import io.tidemark.row.RowView;
import io.tidemark.row.RowWriter;
import io.tidemark.row.Schema;
import io.tidemark.state.StatePane;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Aggregates by example, with results written down. */
class AggregateFunctionTest {
    private static final Schema SCHEMA = Schema.parse("ts timestamp not null, x long, d double, s string, b bool");
    /** Time, x, d, s, b; the position is the index. */
    private static final Object[][] ROWS = {
        {20L, 1L, 2.0, "b", true},
        {10L, null, 4.0, "a", null},
        {30L, 3L, 4.0, null, false},
        {30L, null, null, "c", null},
        {15L, 5L, 10.0, "d", true},
    };

    private final RowWriter writer = new RowWriter();

    @AfterEach
    void close() {
        writer.close();
    }

    private AggregateBench bench(QuerySettings settings, Aggregate... aggregates) {
        return new AggregateBench(SCHEMA, settings, new ReflectiveNodeFactory(), List.of(aggregates));
    }

    private RowView row(int position, Object... values) {
        writer.start(SCHEMA);
        writer.setLong(0, (Long) values[0]);
        if (values[1] != null) {
            writer.setLong(1, (Long) values[1]);
        }
        if (values[2] != null) {
            writer.setDouble(2, (Double) values[2]);
        }
        if (values[3] != null) {
            writer.setString(3, (String) values[3]);
        }
        if (values[4] != null) {
            writer.setBool(4, (Boolean) values[4]);
        }
        return writer.finish().origin(position, RowView.NO_INGEST_TIME, RowKind.INSERT);
    }

    private List<Object> results(Aggregate... aggregates) {
        try (AggregateBench bench = bench(QuerySettings.defaults(), aggregates)) {
            assertEquals(List.of(), bench.problems());
            StatePane pane = bench.pane();
            for (int i = 0; i < ROWS.length; i++) {
                bench.add(pane, row(i, ROWS[i]));
            }
            return bench.results(pane);
        }
    }

    private List<Object> empty(Aggregate... aggregates) {
        try (AggregateBench bench = bench(QuerySettings.defaults(), aggregates)) {
            return bench.results(bench.pane());
        }
    }

    private Problem problem(Aggregate aggregate) {
        try (AggregateBench bench = bench(QuerySettings.defaults(), aggregate)) {
            return bench.problems().get(0);
        }
    }

    @Test
    void shouldTakeEdgesByTimeOrByArrival() {
        assertEquals(
                Arrays.asList("a", "c", "b", "d", null, 1L, 5L, null),
                results(
                        first("s"),
                        last("s"),
                        first_by_arrival("s"),
                        last_by_arrival("s"),
                        first("x"),
                        first_by_arrival("x"),
                        last_by_arrival("x"),
                        last("x")));
        assertEquals(
                Arrays.asList(5L, 3L, 1L, 5L),
                results(
                        first_non_null("x"),
                        last_non_null("x"),
                        first_non_null_by_arrival("x"),
                        last_non_null_by_arrival("x")));
    }

    @Test
    void shouldTakeTheValueOfTheRowWithTheExtremeOrdering() {
        assertEquals(
                Arrays.asList(1L, 5L, "a", null, 10.0),
                results(
                        min_by("x", "d"),
                        max_by("x", "d"),
                        min_by("s", "ts"),
                        max_by("x", "s").where(col("s").lt("d")),
                        max_by("d", "x")));
        assertEquals(
                Arrays.asList((Object) null),
                results(min_by("x", "d")
                        .where(col("d").gt(2.0).and(col("ts").cast("long").ge(0)))));
    }

    @Test
    void shouldMeasureSpread() {
        // Values 2, 4, 4, 10: mean 5, squared distances 9 + 1 + 1 + 25 = 36.
        List<Object> spreads = results(variance("d"), var_pop("d"), stddev("d"), stddev_pop("d"));
        double[] expected = {12.0, 9.0, 3.4641016151377546, 3.0};
        for (int i = 0; i < expected.length; i++) {
            assertEquals(expected[i], (Double) spreads.get(i), 1e-14 * expected[i]);
        }
        Aggregate one = variance("d").where(col("s").eq("b"));
        Aggregate onePop = stddev_pop("d").where(col("s").eq("b"));
        assertEquals(Arrays.asList(null, 0.0), results(one, onePop));
        assertEquals(Arrays.asList(8.0 / 3), results(var_pop("x")), "of 1, 3 and 5");
    }

    @Test
    void shouldCountAndFoldTruth() {
        assertEquals(
                Arrays.asList(5L, 3L, 2L, 2L, false, true),
                results(count(), count("x"), count_if("b"), count_if(col("d").eq(4.0)), bool_and("b"), bool_or("b")));
        assertEquals(
                Arrays.asList(true, false, null),
                results(
                        bool_and("b").where(col("ts").cast("double").lt(25e-9)),
                        bool_or("b").where(col("x").eq(3L)),
                        bool_or("b").where(col("x").isNull())));
    }

    @Test
    void shouldFilterWhatAnAggregateTakes() {
        assertEquals(
                Arrays.asList(3L, 1L, "d", "b", 6L, 3.0, 1L, 5L),
                results(
                        count().where(col("x").isNotNull()),
                        count("x").where(col("s").eq("b")),
                        first("s").where(col("b")),
                        last("s").where(col("b")),
                        sum("x").where(col("b")),
                        avg("x").where(col("b")),
                        min("x").where(col("b")),
                        max("x").where(col("b"))));
        assertEquals(
                Arrays.asList(0L, null, null, null, null),
                results(
                        count().where(col("x").gt(100L)),
                        first("x").where(col("x").gt(100L)),
                        last("s").where(col("x").gt(100L)),
                        sum("x").where(col("x").gt(100L)),
                        max("d").where(col("x").gt(100L))));
    }

    @Test
    void shouldGiveNullForGroupsWithoutRowsAndZeroForCounts() {
        List<Object> results = empty(
                count(),
                count("ts"),
                count_if("b"),
                sum("x"),
                avg(col("ts").cast("double")),
                first("ts"),
                last("ts"),
                min("ts"),
                max("ts"),
                bool_and(col("ts").isNull()),
                stddev_pop(col("ts").cast("long")),
                sum(col("ts").cast("long")),
                min_by("ts", "ts"));
        assertEquals(Arrays.asList(0L, 0L, 0L, null, null, null, null, null, null, null, null, null, null), results);
    }

    @Test
    void shouldRaiseOverflowOrWrapAroundAlsoWhenPanesAreMerged() {
        try (AggregateBench ansi = bench(QuerySettings.defaults(), sum("x"));
                AggregateBench lenient = bench(QuerySettings.defaults().withAnsi(false), sum("x"))) {
            StatePane first = ansi.pane();
            StatePane second = ansi.pane();
            ansi.add(first, row(0, 1L, Long.MAX_VALUE, null, null, null));
            ansi.add(second, row(1, 2L, 1L, null, null, null));
            TidemarkException merged = assertThrows(TidemarkException.class, () -> ansi.merge(second, first));
            assertEquals(ErrorCode.ARITHMETIC_OVERFLOW, merged.code());
            RowView more = row(2, 2L, 1L, null, null, null);
            assertThrows(TidemarkException.class, () -> ansi.add(first, more));

            StatePane left = lenient.pane();
            StatePane right = lenient.pane();
            lenient.add(left, row(0, 1L, Long.MAX_VALUE, null, null, null));
            lenient.add(right, row(1, 2L, 2L, null, null, null));
            lenient.merge(right, left);
            assertEquals(List.of(Long.MIN_VALUE + 1), lenient.results(left));
        }
    }

    @Test
    void shouldKeepDigitsThatPlainSumsLose() {
        try (AggregateBench bench = bench(QuerySettings.defaults(), sum("d"), avg("d"))) {
            StatePane early = bench.pane();
            StatePane late = bench.pane();
            bench.add(early, row(0, 1L, null, 1e16, null, null));
            bench.add(early, row(1, 1L, null, 1.0, null, null));
            bench.add(late, row(2, 2L, null, 1.0, null, null));
            bench.add(late, row(3, 2L, null, -1e16, null, null));
            bench.merge(late, early);
            assertEquals(List.of(2.0, 0.5), bench.results(early));
        }
    }

    @Test
    void shouldRefuseWhatAnAggregateDoesNotTake() {
        assertEquals(
                ErrorCode.FUNCTION_UNSUPPORTED, problem(aggregate("mode", "x")).code());
        assertTrue(problem(aggregate("mode", "x")).wayOut().contains("max_by, median, min, min_by"));
        assertEquals(
                ErrorCode.FUNCTION_UNSUPPORTED,
                problem(aggregate("min_by", "x")).code());
        assertEquals(
                ErrorCode.FUNCTION_UNSUPPORTED,
                problem(aggregate("first", "x", "d")).code());
        assertEquals(ErrorCode.TYPE_MISMATCH, problem(stddev("s")).code());
        assertEquals(ErrorCode.TYPE_MISMATCH, problem(variance("ts")).code());
        assertEquals(ErrorCode.TYPE_MISMATCH, problem(count_if("x")).code());
        assertEquals(ErrorCode.TYPE_MISMATCH, problem(bool_and("s")).code());
        assertEquals("bool_and(s)", problem(bool_and("s")).column());
    }

    @Test
    void shouldAllocateNothingPerRow() {
        QuerySettings settings = QuerySettings.defaults().withFunctions(UserFunctions.NONE.with(new Span(1)));
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long thread = Thread.currentThread().getId();
        try (AggregateBench bench = bench(
                settings,
                aggregate("span", "d"),
                min_by("s", "d"),
                max_by("d", "s"),
                stddev("d"),
                var_pop("x"),
                count_if("b"),
                bool_or("b"),
                first_by_arrival("s"),
                last_non_null("s"),
                last_non_null_by_arrival("x").where(col("b")))) {
            StatePane pane = bench.pane();
            StatePane other = bench.pane();
            RowView row = row(0, ROWS[0]);
            bench.add(other, row);
            bench.repeat(pane, other, row, 20_000);
            long before = threads.getThreadAllocatedBytes(thread);
            bench.repeat(pane, other, row, 20_000);
            long allocated = threads.getThreadAllocatedBytes(thread) - before;
            assertTrue(allocated <= 1024, allocated + " bytes");
        }
    }
}
