package io.tidemark.peers.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.expr;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.max;
import static org.apache.spark.sql.functions.min;
import static org.apache.spark.sql.functions.sum;
import static org.apache.spark.sql.functions.window;

import io.tidemark.peers.Pass;
import io.tidemark.peers.Workload;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** The workloads as queries. */
final class Queries {
    private static final String WINDOW = seconds(Workload.WINDOW_MILLIS);

    private Queries() {}

    static Dataset<Row> of(SparkSession session, Pass pass) {
        return switch (pass.workload()) {
            case W1 -> totals(session, pass, window(col("ts"), WINDOW));
            case W2 -> totals(session, pass, window(col("ts"), WINDOW, seconds(Workload.SLIDE_MILLIS)));
            case W3 ->
                read(session, 0, 1)
                        .withWatermark("ts", delay(pass))
                        .dropDuplicatesWithinWatermark("id")
                        .select("id", "k", "ts", "amount");
            case W4 -> join(session, pass, "inner");
            case W4L -> join(session, pass, "leftOuter");
        };
    }

    private static Dataset<Row> totals(SparkSession session, Pass pass, Column window) {
        return read(session, 0, 1)
                .withWatermark("ts", delay(pass))
                .groupBy(window.as("w"), col("k"))
                .agg(
                        count(lit(1)).as("n"),
                        sum("amount").as("total"),
                        min("amount").as("low"),
                        max("amount").as("high"))
                .select("k", "w.start", "n", "total", "low", "high");
    }

    private static Dataset<Row> join(SparkSession session, Pass pass, String type) {
        Dataset<Row> orders = read(session, 0, 2)
                .withWatermark("ts", delay(pass))
                .select(col("id").as("order_id"), col("ts").as("order_time"));
        Dataset<Row> fills = read(session, 1, 2)
                .withWatermark("ts", delay(pass))
                .select(col("id").as("fill_id"), col("ts").as("fill_time"));
        return orders.join(
                        fills,
                        expr("order_id = fill_id and fill_time >= order_time and fill_time <= order_time + interval "
                                + seconds(Workload.WITHIN_MILLIS)),
                        type)
                .select("order_id", "order_time", "fill_time");
    }

    /** Events {@code first}, {@code first + step}, and so on. */
    private static Dataset<Row> read(SparkSession session, int first, int step) {
        return session.readStream()
                .format(EventProvider.class.getName())
                .option(EventProvider.FIRST, first)
                .option(EventProvider.STEP, step)
                .load();
    }

    private static String delay(Pass pass) {
        return seconds(pass.workload().delayMillis());
    }

    private static String seconds(long millis) {
        return millis / 1_000 + " seconds";
    }
}
