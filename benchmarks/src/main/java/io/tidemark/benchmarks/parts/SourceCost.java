package io.tidemark.benchmarks.parts;

import io.tidemark.row.RowView;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** What does a row of the source cost that all these benchmarks share, through a query without operators that do work and through a loop that adds up? */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 3, jvmArgsAppend = "-XX:+UseParallelGC")
@State(Scope.Thread)
public class SourceCost {
    private PartQuery query;
    private Loop loop;

    /** Opens both, the query after others. */
    @Setup
    public void open() {
        query = PartQuery.of(10_000, in -> in);
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

    /** By hand. */
    @Benchmark
    @OperationsPerInvocation(PartQuery.ROWS)
    public long handWritten() {
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
            sum += row.getLong(1);
        }
    }
}
