package io.tidemark.benchmarks.scaling;

import static io.tidemark.expr.Functions.count;
import static io.tidemark.expr.Functions.max;
import static io.tidemark.expr.Functions.min;
import static io.tidemark.expr.Functions.sliding;
import static io.tidemark.expr.Functions.sum;
import static io.tidemark.expr.Functions.window;

import io.tidemark.StreamFrame;
import io.tidemark.benchmarks.report.Report;
import io.tidemark.expr.Aggregate;
import io.tidemark.expr.Window;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/** What does a row cost as the keys of tumbling windows grow, and as the windows grow that a row falls into? Windows close and their rows come out. */
final class KeyScaling {
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final int[] WINDOWS = {1, 2, 5, 12, 30, 60};

    private final Settings settings;
    private final Report report;

    KeyScaling(Settings settings, Report report) {
        this.settings = settings;
        this.report = report;
    }

    /** Tumbling windows of 1.2 M rows. */
    void keys() {
        for (long keys = 1; keys <= Math.min(settings.max(), 10_000_000); keys *= 10) {
            measure("keys", keys, 1, new RowPlan(keys, 50_000), window("ts", MINUTE), settings.rows());
        }
    }

    /** Windows of a minute, which is 60 000 rows, every 60 to 1 s, over 1 000 keys. */
    void windows() {
        for (int windows : WINDOWS) {
            measure(
                    "windows",
                    1000,
                    windows,
                    new RowPlan(1000, 1_000_000),
                    sliding("ts", MINUTE, MINUTE.dividedBy(windows)),
                    settings.rows() / 4);
        }
    }

    private void measure(String what, long keys, int windows, RowPlan rows, Window window, long count) {
        try (MeasuredQuery query = new MeasuredQuery(
                rows,
                Duration.ofSeconds(5),
                400 * Math.min(keys, 1_200_000) * Math.min(windows, 2),
                in -> totals(in, window))) {
            double[] costs = new double[settings.rounds()];
            query.run(count);
            long outBefore = query.rowsOut();
            for (int round = 0; round < costs.length; round++) {
                costs[round] = query.run(count);
            }
            Map<String, Object> row = new LinkedHashMap<>();
            row.put("what", what);
            row.put("keys", keys);
            row.put("windowsPerRow", windows);
            row.put("cpuNsPerRow", Median.of(costs));
            row.put("rowsOutPerRow", (query.rowsOut() - outBefore) / (double) (count * costs.length));
            row.put("stateRows", query.progress().stateRows());
            report.row(row);
            System.out.println(row);
        }
    }

    static StreamFrame totals(StreamFrame in, Window window) {
        return in.groupBy(window, "k").agg(aggregates());
    }

    private static Aggregate[] aggregates() {
        return new Aggregate[] {count().as("n"), sum("v").as("total"), min("v").as("low"), max("v").as("high")};
    }
}
