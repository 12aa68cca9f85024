package io.tidemark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import jdk.jfr.EventType;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;
import jdk.jfr.ValueDescriptor;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a recording of the flight recorder holds of queries. */
@Timeout(120)
class FlightRecorderTest {
    private static final Set<String> STANDARD = Set.of("startTime", "duration", "eventThread", "stackTrace");

    @TempDir
    private Path home;

    private List<RecordedEvent> record(String query, Runnable work, String... names) throws IOException {
        try (Recording recording = new Recording()) {
            for (String name : names) {
                recording.enable(name);
            }
            recording.start();
            work.run();
            recording.stop();
            Path file = home.resolve(query + ".jfr");
            recording.dump(file);
            return RecordingFile.readAllEvents(file).stream()
                    .filter(event -> event.getEventType().getName().startsWith("tidemark."))
                    .filter(event -> event.getString("query").equals(query))
                    .toList();
        }
    }

    private static List<RecordedEvent> of(List<RecordedEvent> events, String name) {
        return events.stream()
                .filter(event -> event.getEventType().getName().equals(name))
                .toList();
    }

    private void twoRuns(Watched watched, String name) {
        Path directory = home.resolve(name + "-query");
        try (QueryInvoker query = watched.writer(name).directory(directory).invoker()) {
            watched.rows(1, 3, 14, 2);
            query.processAllAvailable();
            query.checkpoint();
            watched.now.addAndGet(Watched.S);
            query.takeProgress();
        }
        try (QueryInvoker query = watched.writer(name).directory(directory).invoker()) {
            query.processAllAvailable();
        }
    }

    @Test
    void shouldRecordCheckpointsRecoveriesEvictionsAndLateRows() throws IOException {
        try (Watched watched = new Watched()) {
            List<RecordedEvent> events = record(
                    "flight",
                    () -> twoRuns(watched, "flight"),
                    "tidemark.Checkpoint",
                    "tidemark.Recovery",
                    "tidemark.Eviction",
                    "tidemark.LateRows");

            RecordedEvent checkpoint = of(events, "tidemark.Checkpoint").get(0);
            assertEquals(1, checkpoint.getLong("number"));
            assertEquals(2, checkpoint.getLong("outputRows"));
            assertTrue(checkpoint.getLong("bytes") > 0);
            assertEquals("", checkpoint.getString("failure"));

            List<RecordedEvent> recoveries = of(events, "tidemark.Recovery");
            assertEquals(2, recoveries.size());
            assertEquals("CLEAN", recoveries.get(0).getString("outcome"));
            assertEquals(0, recoveries.get(0).getLong("checkpoint"));
            assertTrue(recoveries.get(1).getLong("checkpoint") >= 1, recoveries::toString);

            assertEquals(2, of(events, "tidemark.Eviction").get(0).getLong("rows"));
            RecordedEvent late = of(events, "tidemark.LateRows").get(0);
            assertEquals(1, late.getLong("rows"));
            assertEquals(Duration.ofSeconds(1), late.getDuration("intervalNs"));
        }
    }

    /** Each event that is known after a run stands on the page with its fields. */
    @Test
    void shouldBeDescribedOnThePage() throws IOException {
        try (Watched watched = new Watched()) {
            record("described", () -> twoRuns(watched, "described"), "tidemark.Checkpoint");
        }
        List<String> page = Files.readAllLines(Path.of(System.getProperty("tidemark.root"), "docs", "metrics.md"));
        Set<String> known = new TreeSet<>();
        for (EventType type : FlightRecorder.getFlightRecorder().getEventTypes()) {
            if (type.getName().startsWith("tidemark.")) {
                known.add(type.getName());
                String fields = type.getFields().stream()
                        .map(ValueDescriptor::getName)
                        .filter(field -> !STANDARD.contains(field))
                        .map(field -> "`" + field + "`")
                        .collect(Collectors.joining(", ", "| ", " |"));
                assertTrue(
                        page.stream()
                                .anyMatch(line -> line.startsWith("| `" + type.getName() + "` | ")
                                        && line.endsWith(" " + fields)),
                        () -> type.getName() + " " + fields);
            }
        }
        assertTrue(
                known.containsAll(
                        Set.of("tidemark.Checkpoint", "tidemark.Recovery", "tidemark.Eviction", "tidemark.LateRows")),
                known::toString);
    }

    @Test
    void shouldRecordNothingThatNobodyAskedFor() throws IOException {
        try (Watched watched = new Watched()) {
            assertEquals(List.of(), record("unasked", () -> twoRuns(watched, "unasked")));
        }
    }
}
