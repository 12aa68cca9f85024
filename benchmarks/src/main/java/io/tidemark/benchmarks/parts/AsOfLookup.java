package io.tidemark.benchmarks.parts;

import static io.tidemark.expr.Functions.col;

import io.tidemark.row.RowView;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
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

/** What does it cost to put the last earlier row of another stream with the same key, of 100, beside a row? */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 3, jvmArgsAppend = "-XX:+UseParallelGC")
@State(Scope.Thread)
public class AsOfLookup {
    private PartQuery query;
    private Loop loop;

    /** Opens both, the query after others. */
    @Setup
    public void open() {
        query = PartQuery.ofTwo(
                100,
                (left, right) -> left.asOf(right)
                        .on(col("k"), col("rk"))
                        .tolerance(Duration.ofSeconds(1))
                        .left());
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
        private final HashMap<Long, TreeMap<Long, Long>> byKey = new HashMap<>();
        private long number;
        private long sum;

        Loop() {
            super(100);
        }

        @Override
        public void onRow(RowView row) {
            // Rows are taken by turns as left and right.
            TreeMap<Long, Long> rights = byKey.computeIfAbsent(row.getLong(1), ignored -> new TreeMap<>());
            if ((number++ & 1) == 0) {
                Map.Entry<Long, Long> partner = rights.floorEntry(row.getLong(0));
                sum += partner == null ? 0 : partner.getValue();
            } else {
                rights.put(row.getLong(0), row.getLong(2));
                while (rights.firstKey() < row.getLong(0) - 2_000_000_000L) {
                    rights.pollFirstEntry();
                }
            }
        }
    }
}
