package io.tidemark.benchmarks.parts;

import static io.tidemark.expr.Functions.avg;
import static io.tidemark.expr.Functions.col;
import static io.tidemark.expr.Functions.count;
import static io.tidemark.expr.Functions.last;
import static io.tidemark.expr.Functions.lit;
import static io.tidemark.expr.Functions.session;
import static io.tidemark.expr.Functions.window;

import io.tidemark.QueryInvoker;
import io.tidemark.StreamFrame;
import io.tidemark.Tidemark;
import io.tidemark.benchmarks.scaling.OpenedSource;
import io.tidemark.benchmarks.scaling.RowPlan;
import io.tidemark.offheap.ChronicleState;
import java.time.Duration;
import java.util.List;
import java.util.function.BinaryOperator;
import java.util.function.UnaryOperator;

/** A query over one source or two, 1 024 rows at a time, with a delay of a second; a row is a millisecond of event time. */
final class PartQuery implements AutoCloseable {
    static final int ROWS = 1_024;
    static final long STEP_NS = 1_000_000;

    private static final int OTHER_RUNS = 50;

    private final List<OpenedSource> sources;
    private final QueryInvoker query;
    private long sum;

    private PartQuery(List<OpenedSource> sources, StreamFrame frame) {
        this.sources = sources;
        this.query = frame.writeStream()
                .queryName("part")
                .state(ChronicleState.withLimit(512 << 20))
                .foreach((row, sequence) -> sum += row.getLong(1))
                .invoker();
    }

    /** A query over one source after others have run. */
    static PartQuery of(long keys, UnaryOperator<StreamFrame> frame) {
        runOthers();
        return one(keys, frame);
    }

    /** A query that hands its rows on, and knows no event time. */
    static PartQuery withoutWatermark(long keys) {
        OpenedSource source = source(keys);
        return new PartQuery(List.of(source), Tidemark.stream("rows", source));
    }

    /** A query over two sources, the second one with the columns {@code rts}, {@code rk} and {@code rv}, after others have run. */
    static PartQuery ofTwo(long keys, BinaryOperator<StreamFrame> frame) {
        runOthers();
        List<OpenedSource> sources = List.of(source(keys), source(keys));
        StreamFrame right = Tidemark.stream("right", sources.get(1))
                .select(col("ts").as("rts"), col("k").as("rk"), col("v").as("rv"))
                .withWatermark("rts", Duration.ofSeconds(1));
        return new PartQuery(sources, frame.apply(stream("left", sources.get(0)), right));
    }

    private static PartQuery one(long keys, UnaryOperator<StreamFrame> frame) {
        OpenedSource source = source(keys);
        return new PartQuery(List.of(source), frame.apply(stream("rows", source)));
    }

    static OpenedSource source(long keys) {
        return new OpenedSource(new RowPlan(keys, STEP_NS));
    }

    private static StreamFrame stream(String name, OpenedSource source) {
        return Tidemark.stream(name, source).withWatermark("ts", Duration.ofSeconds(1));
    }

    private static void runOthers() {
        List<UnaryOperator<StreamFrame>> others = List.of(
                in -> in.filter(col("v").mod(lit(3L)).ne(lit(0L))),
                in -> in.groupBy(window("ts", Duration.ofSeconds(5)), "k").agg(count(), avg("v")),
                in -> in.groupBy(session("ts", Duration.ofMillis(100)), "k").agg(last("v")),
                in -> in.dropDuplicatesWithinWatermark("v"),
                in -> in.dropDuplicatesWithinWatermark("k", "v")
                        .groupBy(window("ts", Duration.ofSeconds(1)), "v")
                        .agg(count()));
        for (UnaryOperator<StreamFrame> other : others) {
            try (PartQuery query = one(100, other)) {
                for (int run = 0; run < OTHER_RUNS; run++) {
                    query.run();
                }
            }
        }
    }

    /** Reads 1 024 rows, in turn from all sources. */
    long run() {
        for (OpenedSource source : sources) {
            source.open(ROWS / sources.size());
        }
        query.processAllAvailable();
        return sum;
    }

    @Override
    public void close() {
        query.close();
    }
}
