package io.tidemark.benchmarks.plan;

import static io.tidemark.expr.Functions.col;
import static io.tidemark.expr.Functions.lit;

import io.tidemark.QueryInvoker;
import io.tidemark.StreamFrame;
import io.tidemark.Tidemark;
import io.tidemark.memory.OffHeap;
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

/**
 * What does a row cost in a chain of four operators (filter, project, filter, project) with 15 nodes in the first filter: pinned, not pinned, and
 * as a hand-written loop over the same rows? Eight other plans run first, so that call sites have seen other receivers.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(3)
@State(Scope.Thread)
public class ChainBenchmark {
    private final LoopSource source = new LoopSource();
    private QueryInvoker pinned;
    private QueryInvoker plain;
    private long sum;

    /** Opens the queries after running others. */
    @Setup
    public void open() {
        for (int other = 1; other <= 8; other++) {
            try (QueryInvoker query = other(other, other % 2 == 0)) {
                for (int i = 0; i < 2_000; i++) {
                    query.invoke();
                }
            }
        }
        pinned = chain(true);
        plain = chain(false);
    }

    /** Closes the queries. */
    @TearDown
    public void close() {
        pinned.close();
        plain.close();
    }

    /** Each node has a class of its own. */
    @Benchmark
    @OperationsPerInvocation(LoopSource.ROWS)
    public long pinned() {
        pinned.invoke();
        return sum;
    }

    /** Nodes share their classes with the other plans. */
    @Benchmark
    @OperationsPerInvocation(LoopSource.ROWS)
    public long plain() {
        plain.invoke();
        return sum;
    }

    /** The same in Java, without counters and without rows in between. */
    @Benchmark
    @OperationsPerInvocation(LoopSource.ROWS)
    public long handWritten() {
        for (int i = 0; i < LoopSource.ROWS; i++) {
            long at = source.address(i) + Long.BYTES;
            long a = OffHeap.getLong(at);
            long b = OffHeap.getLong(at + 8);
            long c = OffHeap.getLong(at + 16);
            if (Math.subtractExact(Math.addExact(a, Math.multiplyExact(b, 3L)), c) > 100 && b % 7 < c) {
                long x = Math.addExact(a, c);
                if (x % 5 != 0) {
                    sum += Math.multiplyExact(x, 2L);
                }
            }
        }
        return sum;
    }

    private QueryInvoker chain(boolean pin) {
        StreamFrame frame = Tidemark.stream("loop", source)
                .filter(col("a").plus(col("b").times(lit(3L)))
                        .minus(col("c"))
                        .gt(lit(100L))
                        .and(col("b").mod(lit(7L)).lt(col("c"))))
                .select(col("a").plus(col("c")).as("x"), col("b"))
                .filter(col("x").mod(lit(5L)).ne(lit(0L)))
                .select(col("x").times(lit(2L)).as("y"));
        return frame.writeStream()
                .queryName("chain")
                .pinned(pin)
                .foreach((row, sequence) -> sum += row.getLong(0))
                .invoker();
    }

    private QueryInvoker other(int number, boolean pin) {
        StreamFrame frame = Tidemark.stream("loop", source);
        frame = number % 3 == 0
                ? frame.filter(col("c").times(col("b")).plus(lit((long) number)).ge(col("a")))
                : frame.filter(col("a").lt(lit(10L * number)).or(col("b").eq(col("c"))));
        frame = number % 4 == 0
                ? frame.select(
                        col("b").plus(col("a")).as("y"), col("c").negate().as("z"))
                : frame.select(
                        col("a").minus(lit(1L)).as("y"), col("b").mod(lit(3L)).as("z"));
        return frame.filter(col("z").le(lit(50L)))
                .writeStream()
                .queryName("other-" + number)
                .pinned(pin)
                .foreach((row, sequence) -> sum -= row.getLong(0))
                .invoker();
    }
}
