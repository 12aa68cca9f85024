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

/** What does the watermark cost a row, with it and without it, and by hand? */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 3, jvmArgsAppend = "-XX:+UseParallelGC")
@State(Scope.Thread)
public class WatermarkStep {
    private PartQuery with;
    private PartQuery without;
    private Loop loop;

    /** Opens all, the queries after others. */
    @Setup
    public void open() {
        with = PartQuery.of(10_000, in -> in);
        without = PartQuery.withoutWatermark(10_000);
        loop = new Loop();
    }

    /** Closes all. */
    @TearDown
    public void close() {
        with.close();
        without.close();
        loop.close();
    }

    /** With a watermark. */
    @Benchmark
    @OperationsPerInvocation(PartQuery.ROWS)
    public long with() {
        return with.run();
    }

    /** Without one. */
    @Benchmark
    @OperationsPerInvocation(PartQuery.ROWS)
    public long without() {
        return without.run();
    }

    /** By hand: the greatest time less the delay, and a test for late rows. */
    @Benchmark
    @OperationsPerInvocation(PartQuery.ROWS)
    public long handWritten() {
        loop.run();
        return loop.sum;
    }

    private static final class Loop extends PartLoop {
        private long sum;
        private long watermark = Long.MIN_VALUE;

        Loop() {
            super(10_000);
        }

        @Override
        public void onRow(RowView row) {
            long time = row.getLong(0);
            if (time >= watermark) {
                sum += row.getLong(1);
                watermark = Math.max(watermark, time - 1_000_000_000L);
            }
        }
    }
}
