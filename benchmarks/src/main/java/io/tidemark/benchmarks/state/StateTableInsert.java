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
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What does it cost to add a row with a new key? Read the line {@code rows}: time per row.
 *
 * <p>Pages: {@code insert} into a pane that is laid out like the one before it, as in window after window; {@code insertFromEmpty}
 * into a pane that has to grow.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(
        value = 1,
        jvmArgsAppend = {"-Xms4g", "-Xmx4g", "-XX:+UseParallelGC"})
public class StateTableInsert {
    /** A store that is emptied after each call. */
    @State(Scope.Thread)
    public static class Emptied extends TotalsState {
        /** Empties the store. */
        @TearDown(Level.Invocation)
        public void empty() {
            totals.clear();
        }
    }

    /** A store that is emptied twice, so that it has forgotten how many rows it held. */
    @State(Scope.Thread)
    public static class Forgetful extends TotalsState {
        /** Empties the store and then a store without rows. */
        @Setup(Level.Invocation)
        public void empty() {
            totals.clear();
            totals.clear();
        }
    }

    /** Puts every key in. */
    @Benchmark
    public void insert(Emptied state, RowCounter counter) {
        state.fill();
        counter.rows += state.keys;
    }

    /** Puts every key into a store of unknown size. */
    @Benchmark
    public void insertFromEmpty(Forgetful state, RowCounter counter) {
        state.fill();
        counter.rows += state.keys;
    }
}
