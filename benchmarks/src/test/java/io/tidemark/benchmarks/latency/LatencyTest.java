package io.tidemark.benchmarks.latency;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.benchmarks.Benchmarks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LatencyTest {
    @TempDir
    Path out;

    @Test
    void shouldMeasureEachSettingAndKeepItsHistograms() throws IOException {
        int exit = Benchmarks.run(
                "latency",
                "--rate",
                "20000",
                "--seconds",
                "0.1",
                "--warm-up",
                "0.05",
                "--pairs",
                "2",
                "--checkpoints",
                "off,10ms",
                "--to",
                "callback,journal",
                "--work",
                "running,tumbling",
                "--threads",
                "2",
                "--out",
                out.toString());

        assertEquals(0, exit);
        JsonNode report =
                new ObjectMapper().readTree(out.resolve("latency.json").toFile());
        assertEquals(8 * 6, report.get("rows").size());
        assertEquals(
                8 * 2 * 3,
                new ObjectMapper()
                        .readTree(out.resolve("latency-runs.json").toFile())
                        .get("rows")
                        .size());
        try (HistogramLogReader log = new HistogramLogReader(
                out.resolve("latency/running-journal-20000-10ms-2t.hlog").toFile())) {
            for (String tag : new String[] {"empty", "no-op", "engine", "empty", "engine", "no-op"}) {
                Histogram run = (Histogram) log.nextIntervalHistogram();
                assertEquals(tag, run.getTag());
                assertEquals(2_000, run.getTotalCount());
            }
        }
        try (Stream<Path> left = Files.list(out)) {
            assertEquals(
                    Set.of("latency", "latency.json", "latency.md", "latency-runs.json", "latency-runs.md"),
                    left.map(path -> path.getFileName().toString()).collect(Collectors.toSet()));
        }
    }

    @Test
    void shouldSendAndTakeOnOneThread() throws IOException {
        int exit = Benchmarks.run(
                "latency",
                "--rate",
                "20000",
                "--seconds",
                "0.1",
                "--warm-up",
                "0.05",
                "--pairs",
                "1",
                "--checkpoints",
                "off",
                "--to",
                "callback",
                "--threads",
                "1",
                "--out",
                out.toString());

        assertEquals(0, exit);
        assertTrue(Files.isRegularFile(out.resolve("latency/running-callback-20000-off-1t.hlog")));
    }

    @Test
    void shouldRefuseATimeBetweenCheckpointsThatIsNone() {
        assertEquals(2, Benchmarks.run("latency", "--checkpoints", "often"));
    }
}
