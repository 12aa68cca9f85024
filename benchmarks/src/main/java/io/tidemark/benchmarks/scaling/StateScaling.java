package io.tidemark.benchmarks.scaling;

import static io.tidemark.expr.Functions.count;
import static io.tidemark.expr.Functions.max;
import static io.tidemark.expr.Functions.min;
import static io.tidemark.expr.Functions.sum;
import static io.tidemark.expr.Functions.window;

import io.tidemark.benchmarks.report.Report;
import io.tidemark.operator.dedup.Deduplicate;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What does a row to a random entry cost as entries grow, and what does an entry take? Twice: totals of random keys in one window that does not close, and
 * deduplication where each row brings a new id and one goes. Query and flat table take turns.
 */
final class StateScaling {
    private static final double ALLOWED = 1.5;
    private static final long LEAST = 10_000;

    private final Settings settings;
    private final Report report;

    StateScaling(Settings settings, Report report) {
        this.settings = settings;
        this.report = report;
    }

    void run() {
        Growth totals = new Growth();
        Growth ids = new Growth();
        for (long entries = LEAST; entries <= settings.max(); entries *= 10) {
            totals(entries, totals);
        }
        for (long entries = LEAST; entries <= settings.max(); entries *= 10) {
            ids(entries, ids);
        }
    }

    private void totals(long entries, Growth growth) {
        RowPlan rows = new RowPlan(entries, 1);
        FlatTable flat = new FlatTable(entries);
        try (MeasuredQuery query = new MeasuredQuery(
                rows,
                Duration.ZERO,
                140 * entries,
                in -> in.groupBy(window("ts", Duration.ofDays(1)), "k")
                        .agg(count().as("n"), sum("v").as("total"), min("v").as("low"), max("v").as("high")))) {
            long place = 0;
            query.run(entries);
            place = fill(flat, rows, place, entries);
            double[] ours = new double[settings.rounds()];
            double[] theirs = new double[settings.rounds()];
            for (int round = -1; round < settings.rounds(); round++) {
                double cost = query.run(settings.rows());
                long before = MeasuredQuery.cpuTimeNs();
                place = fill(flat, rows, place, settings.rows());
                double flatCost = (MeasuredQuery.cpuTimeNs() - before) / (double) settings.rows();
                if (round >= 0) {
                    ours[round] = cost;
                    theirs[round] = flatCost;
                }
            }
            check(flat.entries() == entries && query.progress().stateRows() == entries, "entries");
            report(growth, "totals", entries, Median.of(ours), Median.of(theirs), query);
        }
    }

    private static long fill(FlatTable flat, RowPlan rows, long from, long count) {
        for (long place = from; place < from + count; place++) {
            flat.add(rows.key(place), RowPlan.value(place));
        }
        return from + count;
    }

    private void ids(long live, Growth growth) {
        RowPlan rows = new RowPlan(0, 1);
        FlatSet flat = new FlatSet(live);
        try (MeasuredQuery query = new MeasuredQuery(
                rows,
                Duration.ZERO,
                200 * live,
                in -> in.dropDuplicates(Deduplicate.by("k").within(Duration.ofNanos(live))))) {
            long place = 0;
            query.run(2 * live);
            place = fill(flat, rows, live, place, 2 * live);
            double[] ours = new double[settings.rounds()];
            double[] theirs = new double[settings.rounds()];
            for (int round = -1; round < settings.rounds(); round++) {
                double cost = query.run(settings.rows());
                long before = MeasuredQuery.cpuTimeNs();
                place = fill(flat, rows, live, place, settings.rows());
                double flatCost = (MeasuredQuery.cpuTimeNs() - before) / (double) settings.rows();
                if (round >= 0) {
                    ours[round] = cost;
                    theirs[round] = flatCost;
                }
            }
            check(query.rowsOut() == place && flat.size() == live, "ids");
            report(growth, "ids", live, Median.of(ours), Median.of(theirs), query);
        }
    }

    private static long fill(FlatSet flat, RowPlan rows, long live, long from, long count) {
        for (long place = from; place < from + count; place++) {
            flat.add(rows.key(place + 1));
            if (place >= live) {
                flat.remove(rows.key(place + 1 - live));
            }
        }
        return from + count;
    }

    private void report(Growth growth, String state, long entries, double ours, double flat, MeasuredQuery query) {
        growth.first(ours, flat);
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("what", "state");
        row.put("state", state);
        row.put("entries", entries);
        row.put("cpuNsPerRow", ours);
        row.put("flatCpuNsPerRow", flat);
        row.put("growth", ours / growth.ours);
        row.put("flatGrowth", flat / growth.flat);
        row.put("growthAllowed", ALLOWED * flat / growth.flat);
        row.put("within", ours / growth.ours <= ALLOWED * flat / growth.flat ? "yes" : "no");
        long stateRows = query.progress().stateRows();
        row.put("stateRows", stateRows);
        row.put("bytesPerEntry", query.progress().stateUsedBytes() / (double) entries);
        report.row(row);
        System.out.println(row);
    }

    private static void check(boolean right, String what) {
        if (!right) {
            throw new IllegalStateException("Query and flat table do not hold the same " + what + ".");
        }
    }

    /** Cost at the least size. */
    private static final class Growth {
        private double ours;
        private double flat;

        void first(double oursNow, double flatNow) {
            if (ours == 0) {
                ours = oursNow;
                flat = flatNow;
            }
        }
    }
}
