package io.tidemark.benchmarks.state;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** What does it cost to find a row by its key and to add to it? */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(
        value = 1,
        jvmArgsAppend = {"-Xms4g", "-Xmx4g", "-XX:+UseParallelGC"})
public class StateTableUpdate {
    /** A store that holds every key. */
    @State(Scope.Thread)
    public static class Filled extends TotalsState {
        private long value;

        @Override
        public void open() {
            super.open();
            fill();
        }
    }

    /** One update of a random key. */
    @Benchmark
    public void update(Filled state) {
        state.totals.add(state.random.next(), state.value++);
    }
}
