package io.tidemark.benchmarks.parts;

import io.tidemark.memory.OffHeap;
import io.tidemark.metrics.topkeys.TopKeys;
import java.util.Random;
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

/** What does the sketch of top keys cost a row, over one row of 64, and what if every row were offered? */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 3, jvmArgsAppend = "-XX:+UseParallelGC")
@State(Scope.Thread)
public class TopKeysBenchmark {
    private static final int ROWS = 1 << 16;
    private static final int KEY_BYTES = 16;

    /** Places of the sketch. */
    @Param({"64", "256"})
    public int places;

    private long keys;
    private long[] hashes;
    private TopKeys sketch;

    /** Writes the keys: 1000 different ones, some far more frequent than others. */
    @Setup
    public void open() {
        keys = OffHeap.allocate((long) ROWS * KEY_BYTES);
        hashes = new long[ROWS];
        sketch = new TopKeys(places);
        Random random = new Random(1);
        for (int i = 0; i < ROWS; i++) {
            long key = (long) (1000 * Math.pow(random.nextDouble(), 3));
            hashes[i] = key * 0x9E3779B97F4A7C15L;
            OffHeap.putLong(keys + (long) i * KEY_BYTES, key);
        }
    }

    /** Frees all. */
    @TearDown
    public void close() {
        sketch.close();
        OffHeap.free(keys);
    }

    /** The loop alone. */
    @Benchmark
    @OperationsPerInvocation(ROWS)
    public long nothing() {
        long sum = 0;
        for (int i = 0; i < ROWS; i++) {
            sum += hashes[i];
        }
        return sum;
    }

    /** One row of 64. */
    @Benchmark
    @OperationsPerInvocation(ROWS)
    public long sampled() {
        long sum = 0;
        for (int i = 0; i < ROWS; i++) {
            sum += hashes[i];
            if (sketch.due()) {
                sketch.add(hashes[i], keys + (long) i * KEY_BYTES, KEY_BYTES);
            }
        }
        return sum;
    }

    /** Every row. */
    @Benchmark
    @OperationsPerInvocation(ROWS)
    public long everyRow() {
        long sum = 0;
        for (int i = 0; i < ROWS; i++) {
            sum += hashes[i];
            sketch.add(hashes[i], keys + (long) i * KEY_BYTES, KEY_BYTES);
        }
        return sum;
    }
}
