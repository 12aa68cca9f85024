package io.tidemark.benchmarks.state;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What do entries cost that come and go one by one? Keys of 16 bytes, values of 16: {@code find} and {@code update} of a random key,
 * and {@code replace}, which adds a new key and removes the oldest one.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(
        value = 1,
        jvmArgsAppend = {"-Xms4g", "-Xmx4g", "-XX:+UseParallelGC"})
public class EntryTableChurn {
    /** A store with a steady number of keys. */
    @State(Scope.Thread)
    public static class Steady {
        /** Keys in the store. */
        @Param({"10000", "1000000"})
        public int keys;

        /** Which store: entries in pages, objects on the heap. */
        @Param({"pages", "heap"})
        public String store;

        private RandomKeys random;
        private EntryStore entries;
        private int oldest;

        /** Puts every key in. */
        @Setup(Level.Trial)
        public void open() {
            random = new RandomKeys(keys);
            entries = store.equals("pages") ? new PagedEntries(random, keys) : new HeapEntryStore();
            for (int number = 0; number < keys; number++) {
                entries.add(number, number);
            }
        }

        /** Closes the store. */
        @TearDown(Level.Trial)
        public void close() {
            entries.close();
            random.close();
        }
    }

    /** Reads the value of a random key. */
    @Benchmark
    public long find(Steady state) {
        return state.entries.get(state.oldest + state.random.next());
    }

    /** Adds to the value of a random key. */
    @Benchmark
    public void update(Steady state) {
        state.entries.add(state.oldest + state.random.next(), 1);
    }

    /** Adds a key and removes the oldest. */
    @Benchmark
    public void replace(Steady state) {
        state.entries.add(state.oldest + state.keys, 1);
        state.entries.remove(state.oldest);
        state.oldest++;
    }
}
