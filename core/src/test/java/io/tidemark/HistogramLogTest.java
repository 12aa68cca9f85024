package io.tidemark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tidemark.metrics.StreamingQueryProgress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The log of histograms, read with HdrHistogram's own reader. */
@Timeout(60)
class HistogramLogTest {
    private final Locale locale = Locale.getDefault();

    @TempDir
    private Path home;

    @BeforeEach
    void speakGerman() {
        Locale.setDefault(Locale.GERMANY);
    }

    @AfterEach
    void speakAsBefore() {
        Locale.setDefault(locale);
    }

    private static List<Histogram> read(Path file) throws IOException {
        List<Histogram> found = new ArrayList<>();
        try (HistogramLogReader reader = new HistogramLogReader(file.toFile())) {
            while (reader.hasNext()) {
                found.add((Histogram) reader.nextIntervalHistogram());
            }
        }
        return found;
    }

    private static StreamingQueryProgress run(Watched watched, Path file, long... seconds) {
        try (QueryInvoker query = watched.writer("logged")
                .monitoring(monitor -> monitor.histogramLog(file))
                .invoker()) {
            watched.rows(seconds);
            query.processAllAvailable();
            watched.now.addAndGet(2 * Watched.S);
            StreamingQueryProgress progress = query.takeProgress();
            watched.now.addAndGet(Watched.S);
            return progress;
        }
    }

    @Test
    void shouldLogTheStepTimesOfEachIntervalAndGoOnInTheSameFile() throws IOException {
        Path file = home.resolve("steps.hlog");
        try (Watched watched = new Watched();
                Watched again = new Watched()) {
            again.now.addAndGet(100 * Watched.S);
            StreamingQueryProgress first = run(watched, file, 1, 14);
            StreamingQueryProgress second = run(again, file, 1, 2, 3);

            List<Histogram> steps = read(file).stream()
                    .filter(histogram -> histogram.getTag().equals("step"))
                    .toList();
            Histogram one = steps.get(0);
            assertEquals(first.steps().stepNs().count(), one.getTotalCount());
            assertEquals(first.steps().stepNs().max(), one.getMaxValue());
            assertTrue(one.getTotalCount() > 0);
            assertEquals(Watched.START_NS / 1_000_000, one.getStartTimeStamp());
            assertEquals(Watched.START_NS / 1_000_000 + 2_000, one.getEndTimeStamp());
            Histogram other = steps.stream()
                    .filter(histogram -> histogram.getStartTimeStamp() >= Watched.START_NS / 1_000_000 + 100_000)
                    .findFirst()
                    .orElseThrow();
            assertEquals(second.steps().stepNs().count(), other.getTotalCount());
            assertEquals(
                    1,
                    Files.readAllLines(file).stream()
                            .filter(line -> line.startsWith("#[StartTime"))
                            .count());
        }
    }

    @Test
    void shouldRunWithoutALogThatCannotBeWritten() {
        try (Watched watched = new Watched()) {
            StreamingQueryProgress progress =
                    run(watched, home.resolve("missing").resolve("steps.hlog"), 1, 14);
            assertEquals(2, progress.numInputRows());
            assertTrue(Files.notExists(home.resolve("missing")));
        }
    }
}
