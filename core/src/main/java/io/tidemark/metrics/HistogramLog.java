package io.tidemark.metrics;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The times of each interval as a log of HdrHistogram, in nanoseconds: tag {@value #STEP} for duty cycles, {@value #SINK} for appends to the sink. A file that is there
 * is appended to. Where it cannot be written the query goes on without it, which is said once. The monitor's thread.
 */
final class HistogramLog implements AutoCloseable {
    static final String STEP = "step";
    static final String SINK = "sink";

    private static final Logger LOG = LoggerFactory.getLogger(HistogramLog.class);
    private static final long NS_PER_MS = 1_000_000;

    private final Path file;
    private final PrintStream stream;
    private final HistogramLogWriter writer;
    private boolean failed;

    private HistogramLog(Path file, PrintStream stream) {
        this.file = file;
        this.stream = stream;
        writer = new HistogramLogWriter(stream);
    }

    /** Opens a log; null when that is not possible. */
    static HistogramLog open(Path file, String query, long nowNs) {
        try {
            FileOutputStream out = new FileOutputStream(file.toFile(), true);
            boolean fresh = out.getChannel().size() == 0;
            HistogramLog log = new HistogramLog(file, new PrintStream(out, false, StandardCharsets.UTF_8));
            if (fresh) {
                log.writer.outputComment("Times of the query '" + query + "' in nanoseconds; column 4 in milliseconds");
                log.writer.outputLogFormatVersion();
                log.writer.outputStartTime(nowNs / NS_PER_MS);
                log.writer.outputLegend();
            }
            return log;
        } catch (IOException e) {
            LOG.warn("The histograms of query '{}' are not logged: {}", query, e.toString());
            return null;
        }
    }

    /** Adds an interval; what has no values leaves no line. */
    void write(StreamingQueryProgress progress, StepTimes times) {
        if (!failed) {
            write(STEP, progress, times.stepInterval());
            write(SINK, progress, times.appendInterval());
            if (stream.checkError()) {
                failed = true;
                LOG.warn(
                        "The histograms of query '{}' are not logged any more: {} cannot be written.",
                        progress.name(),
                        file);
            }
        }
    }

    private void write(String tag, StreamingQueryProgress progress, Histogram histogram) {
        if (histogram != null && histogram.getTotalCount() > 0) {
            histogram.setTag(tag);
            histogram.setStartTimeStamp(progress.timestampNs() / NS_PER_MS);
            histogram.setEndTimeStamp(progress.sampledNs() / NS_PER_MS);
            writer.outputIntervalHistogram(histogram);
        }
    }

    @Override
    public void close() {
        writer.close();
        stream.close();
    }
}
