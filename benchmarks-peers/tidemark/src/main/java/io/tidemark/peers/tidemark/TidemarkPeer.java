package io.tidemark.peers.tidemark;

import static io.tidemark.expr.Functions.col;
import static io.tidemark.expr.Functions.count;
import static io.tidemark.expr.Functions.max;
import static io.tidemark.expr.Functions.min;
import static io.tidemark.expr.Functions.sliding;
import static io.tidemark.expr.Functions.sum;
import static io.tidemark.expr.Functions.window;

import io.tidemark.QueryInvoker;
import io.tidemark.StreamFrame;
import io.tidemark.Tidemark;
import io.tidemark.expr.Window;
import io.tidemark.offheap.ChronicleState;
import io.tidemark.operator.join.JoinType;
import io.tidemark.peers.Pass;
import io.tidemark.peers.PeerProcess;
import io.tidemark.peers.Workload;
import java.time.Duration;

/** Runs each workload as one query. */
final class TidemarkPeer {
    private static final long STATE_BYTES = 512L << 20;

    private TidemarkPeer() {}

    /** Runs the passes of a process. */
    public static void main(String[] arguments) throws Exception {
        PeerProcess.run(arguments, TidemarkPeer::run);
    }

    private static void run(Pass pass) {
        ChecksumSink sink = new ChecksumSink(pass.workload());
        try (QueryInvoker query = frame(pass)
                .writeStream()
                .queryName("peer")
                .state(ChronicleState.withLimit(STATE_BYTES))
                .to(sink)
                .invoker()) {
            query.drain();
        }
        sink.addTo(pass);
    }

    private static StreamFrame frame(Pass pass) {
        return switch (pass.workload()) {
            case W1 -> totals(pass, window("ts", Duration.ofMillis(Workload.WINDOW_MILLIS)));
            case W2 ->
                totals(
                        pass,
                        sliding(
                                "ts",
                                Duration.ofMillis(Workload.WINDOW_MILLIS),
                                Duration.ofMillis(Workload.SLIDE_MILLIS)));
            case W3 -> events(pass).dropDuplicatesWithinWatermark("id");
            case W4 -> joined(pass, JoinType.INNER);
            case W4L -> joined(pass, JoinType.LEFT_OUTER);
        };
    }

    private static StreamFrame events(Pass pass) {
        return Tidemark.stream("events", EventSource.all(pass))
                .withWatermark("ts", Duration.ofMillis(pass.workload().delayMillis()));
    }

    private static StreamFrame totals(Pass pass, Window window) {
        return events(pass)
                .groupBy(window, "k")
                .agg(
                        count().as("n"),
                        sum("amount").as("total"),
                        min("amount").as("low"),
                        max("amount").as("high"));
    }

    private static StreamFrame joined(Pass pass, JoinType type) {
        Duration delay = Duration.ofMillis(pass.workload().delayMillis());
        StreamFrame orders = Tidemark.stream("orders", EventSource.orders(pass))
                .select(col("id").as("order_id"), col("ts").as("order_time"))
                .withWatermark("order_time", delay);
        StreamFrame fills = Tidemark.stream("fills", EventSource.fills(pass))
                .select(col("id").as("fill_id"), col("ts").as("fill_time"))
                .withWatermark("fill_time", delay);
        return orders.join(fills, type)
                .on(
                        col("order_id").eq(col("fill_id")),
                        col("fill_time").ge(col("order_time")),
                        col("fill_time").le(col("order_time").plus(Duration.ofMillis(Workload.WITHIN_MILLIS))));
    }
}
