package io.tidemark.benchmarks.latency;

import io.tidemark.benchmarks.report.Report;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The runs of a setting as rows of a report: for each percentile the median over the pairs, and of the ratios of engine and no-op engine in one pair
 * the median and the range.
 */
final class DelayTable {
    private DelayTable() {}

    /** Adds a row for each percentile. */
    static void add(Report report, Setting setting, List<Series.Run> runs) {
        for (Percentile percentile : Percentile.values()) {
            double[] noOp = values(runs, "no-op", percentile);
            double[] engine = values(runs, "engine", percentile);
            double[] ratios = new double[engine.length];
            Arrays.setAll(ratios, pair -> engine[pair] / noOp[pair]);
            Arrays.sort(ratios);
            Map<String, Object> row = of(setting);
            row.put("percentile", percentile.text());
            row.put("empty us", median(values(runs, "empty", percentile)));
            row.put("no-op us", median(noOp));
            row.put("engine us", median(engine));
            row.put("ratio", median(ratios));
            row.put("range", String.format(Locale.ROOT, "%.2f to %.2f", ratios[0], ratios[ratios.length - 1]));
            report.row(row);
        }
    }

    /** Adds a row for each run. */
    static void addRuns(Report report, Setting setting, List<Series.Run> runs) {
        for (Series.Run run : runs) {
            Map<String, Object> row = of(setting);
            row.put("pair", run.pair());
            row.put("subject", run.subject());
            for (Percentile percentile : Percentile.values()) {
                row.put(percentile.text(), percentile.of(run.delays()));
            }
            report.row(row);
        }
    }

    private static Map<String, Object> of(Setting setting) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("work", setting.work().name().toLowerCase(Locale.ROOT));
        row.put("to", setting.target().name().toLowerCase(Locale.ROOT));
        row.put("rows/s", setting.rate());
        row.put("checkpoints", setting.checkpointText());
        return row;
    }

    private static double[] values(List<Series.Run> runs, String subject, Percentile percentile) {
        return runs.stream()
                .filter(run -> run.subject().equals(subject))
                .mapToDouble(run -> percentile.of(run.delays()))
                .toArray();
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
