package io.tidemark.benchmarks.latency;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;

/**
 * Keeps the histograms of a setting: {@code <name>.hlog} has one per run, in the format of HdrHistogram's log with the subject as tag;
 * {@code <name>-<subject>.hgrm} has the percentiles of all runs of a subject, in microseconds, for plotting.
 */
final class HistogramFiles {
    private static final double NANOS_PER_MICRO = 1e3;

    private HistogramFiles() {}

    static void write(Path directory, Setting setting, List<Series.Run> runs) throws IOException {
        Files.createDirectories(directory);
        try (PrintStream out = stream(directory.resolve(setting.name() + ".hlog"))) {
            HistogramLogWriter log = new HistogramLogWriter(out);
            log.outputLogFormatVersion();
            log.outputComment("delays in ns, one interval for each run");
            log.outputLegend();
            for (int i = 0; i < runs.size(); i++) {
                log.outputIntervalHistogram(i, i + 1, runs.get(i).delays(), NANOS_PER_MICRO);
            }
        }
        for (String subject : runs.stream().map(Series.Run::subject).distinct().toList()) {
            Histogram all = Delays.newHistogram();
            runs.stream().filter(run -> run.subject().equals(subject)).forEach(run -> all.add(run.delays()));
            try (PrintStream out = stream(directory.resolve(setting.name() + "-" + subject + ".hgrm"))) {
                all.outputPercentileDistribution(out, NANOS_PER_MICRO);
            }
        }
    }

    private static PrintStream stream(Path file) throws IOException {
        return new PrintStream(Files.newOutputStream(file), false, StandardCharsets.UTF_8);
    }
}
