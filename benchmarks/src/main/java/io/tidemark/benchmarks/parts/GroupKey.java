package io.tidemark.benchmarks.parts;

import static io.tidemark.expr.Functions.col;
import static io.tidemark.expr.Functions.count;
import static io.tidemark.expr.Functions.window;

import io.tidemark.expr.Window;
import java.time.Duration;
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

/** What does a key cost, encoded, hashed and found among 64: one number, two, or a text? */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 3, jvmArgsAppend = "-XX:+UseParallelGC")
@State(Scope.Thread)
public class GroupKey {
    /** Columns of the key. */
    @Param({"number", "two numbers", "text"})
    private String key;

    private PartQuery query;

    /** Opens the query after others. */
    @Setup
    public void open() {
        Window window = window("ts", Duration.ofDays(36_500));
        query = PartQuery.of(64, in -> switch (key) {
            case "number" -> in.groupBy(window, "k").agg(count());
            case "two numbers" ->
                in.groupBy(window, col("k"), col("k").negate().as("l")).agg(count());
            default -> in.groupBy(window, col("k").cast("string").as("t")).agg(count());
        });
    }

    /** Closes it. */
    @TearDown
    public void close() {
        query.close();
    }

    /** The query. */
    @Benchmark
    @OperationsPerInvocation(PartQuery.ROWS)
    public long query() {
        return query.run();
    }
}
