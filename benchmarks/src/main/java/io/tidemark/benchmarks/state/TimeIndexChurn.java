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
 * What does it cost to add a record that is due later and to remove the first one, with a steady number of records? Due times lie a
 * fixed time ahead in the order of arrival, or with a disorder of 1 000 records, or anywhere within twice the time that is covered.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(
        value = 1,
        jvmArgsAppend = {"-Xms4g", "-Xmx4g", "-XX:+UseParallelGC"})
public class TimeIndexChurn {
    /** A store with a steady number of records. */
    @State(Scope.Thread)
    public static class Steady {
        /** Records in the store. */
        @Param({"10000", "1000000"})
        public int records;

        /** Which store: an index in pages, a priority queue on the heap. */
        @Param({"pages", "heap"})
        public String store;

        /** How due times lie. */
        @Param({"ordered", "near", "anywhere"})
        public String dues;

        private RandomKeys random;
        private DueStore times;
        private long ahead;
        private long disorder;
        private long now;

        /** Fills the store. */
        @Setup(Level.Trial)
        public void open() {
            disorder = switch (dues) {
                case "ordered" -> 1;
                case "near" -> 1_000;
                default -> 2L * records;
            };
            ahead = dues.equals("anywhere") ? 0 : records;
            random = new RandomKeys((int) disorder);
            times = store.equals("pages") ? new DueStore.Paged(records) : new DueStore.Heap();
            for (int record = 0; record < records; record++) {
                add();
            }
        }

        private void add() {
            times.add(now + ahead + random.next(), now);
            now++;
        }

        /** Closes the store. */
        @TearDown(Level.Trial)
        public void close() {
            times.close();
            random.close();
        }
    }

    /** Adds a record and removes the first. */
    @Benchmark
    public long addAndRemove(Steady state) {
        state.add();
        return state.times.removeFirst();
    }
}
