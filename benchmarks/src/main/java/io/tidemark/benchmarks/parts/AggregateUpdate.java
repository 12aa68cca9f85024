package io.tidemark.benchmarks.parts;

import static io.tidemark.expr.Functions.percentile;
import static io.tidemark.expr.Functions.window;

import io.tidemark.expr.Aggregate;
import io.tidemark.expr.AggregateFunctions;
import io.tidemark.row.RowView;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** What does an update of an aggregate cost, by function, in one window without keys; and of a sum by hand? */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 3, jvmArgsAppend = "-XX:+UseParallelGC")
@State(Scope.Thread)
public class AggregateUpdate {
    /** The function. */
    @Param({
        "count",
        "sum",
        "avg",
        "min",
        "max",
        "stddev",
        "first",
        "last",
        "percentile",
        "approx_count_distinct",
        "count_distinct"
    })
    private String function;

    private PartQuery query;
    private Loop loop;

    /** Opens both, the query after others. */
    @Setup
    public void open() {
        Aggregate aggregate =
                function.equals("percentile") ? percentile("v", 0.9) : AggregateFunctions.aggregate(function, "v");
        query = PartQuery.of(
                10_000, in -> in.groupBy(window("ts", Duration.ofDays(36_500))).agg(aggregate));
        loop = new Loop();
    }

    /** Closes both. */
    @TearDown
    public void close() {
        query.close();
        loop.close();
    }

    /** The query. */
    @Benchmark
    @OperationsPerInvocation(PartQuery.ROWS)
    public long query() {
        return query.run();
    }

    /** A sum by hand, whatever the function. */
    @Benchmark
    @OperationsPerInvocation(PartQuery.ROWS)
    public long sumByHand() {
        loop.run();
        return loop.sum;
    }

    private static final class Loop extends PartLoop {
        private long sum;

        Loop() {
            super(10_000);
        }

        @Override
        public void onRow(RowView row) {
            sum = Math.addExact(sum, row.getLong(2));
        }
    }
}
