package io.tidemark.benchmarks.state;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What does it cost to close a window: to read all its rows once ({@code readAndFree}), and to free them? Read the line
 * {@code rows}: time per row.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(
        value = 1,
        jvmArgsAppend = {"-Xms4g", "-Xmx4g", "-XX:+UseParallelGC"})
public class StateTableRetire {
    /** A store that is filled before each call. */
    @State(Scope.Thread)
    public static class Refilled extends TotalsState {
        /** Puts every key in. */
        @Setup(Level.Invocation)
        public void refill() {
            fill();
        }
    }

    /** Reads all rows and frees them. */
    @Benchmark
    public long readAndFree(Refilled state, RowCounter counter) {
        counter.rows += state.keys;
        return state.totals.retire();
    }

    /** Frees all rows unread. */
    @Benchmark
    public void free(Refilled state, RowCounter counter) {
        counter.rows += state.keys;
        state.totals.clear();
    }
}
