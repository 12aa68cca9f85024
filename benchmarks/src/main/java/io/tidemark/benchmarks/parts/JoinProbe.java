package io.tidemark.benchmarks.parts;

import static io.tidemark.expr.Functions.between;
import static io.tidemark.expr.Functions.col;

import io.tidemark.row.RowView;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashMap;
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

/** What does a row cost in a join of two streams within 100 ms, with about a partner each, among 100 keys? */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 3, jvmArgsAppend = "-XX:+UseParallelGC")
@State(Scope.Thread)
public class JoinProbe {
    private PartQuery query;
    private Loop loop;

    /** Opens both, the query after others. */
    @Setup
    public void open() {
        query = PartQuery.ofTwo(
                100,
                (left, right) -> left.join(
                        right,
                        col("k").eq(col("rk"))
                                .and(between(
                                        col("rts"),
                                        col("ts").minus(Duration.ofMillis(50)),
                                        col("ts").plus(Duration.ofMillis(50))))));
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
        private static final int KEPT = 2_048;

        private final HashMap<Long, ArrayDeque<Long>> byKey = new HashMap<>();
        private long number;
        private long sum;

        Loop() {
            super(100);
        }

        @Override
        public void onRow(RowView row) {
            // Rows are taken by turns as left and right; each finds those of the other side within 50 ms before it.
            long side = number++ & 1;
            long time = row.getLong(0);
            for (long other : byKey.computeIfAbsent(row.getLong(1) * 2 + (side ^ 1), ignored -> new ArrayDeque<>())) {
                if (other >= time - 50_000_000) {
                    sum += other;
                }
            }
            ArrayDeque<Long> own = byKey.computeIfAbsent(row.getLong(1) * 2 + side, ignored -> new ArrayDeque<>());
            own.addLast(time);
            while (own.peekFirst() < time - KEPT * PartQuery.STEP_NS) {
                own.removeFirst();
            }
        }
    }
}
