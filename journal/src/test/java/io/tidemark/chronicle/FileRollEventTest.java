package io.tidemark.chronicle;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tidemark.row.Schema;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import net.openhft.chronicle.core.time.SetTimeProvider;
import net.openhft.chronicle.queue.rollcycles.TestRollCycles;
import net.openhft.chronicle.core.io.BackgroundResourceReleaser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rolls in a recording of the flight recorder. */
final class FileRollEventTest {
    @TempDir
    private Path home;

    private final SetTimeProvider time = new SetTimeProvider(1_700_000_000_000_000_000L);

    private void threeFiles(Path directory) {
        try (ChronicleJournal journal = ChronicleJournal.at(directory)
                        .rollCycle(TestRollCycles.TEST4_SECONDLY)
                        .rollTime(time)
                        .blockSizeBytes(64 << 10)
                        .create(Schema.parse("n long"));
                RowAppender appender = journal.openAppender()) {
            for (int row = 0; row < 30; row++) {
                appender.begin().setLong(0, row);
                appender.commit();
                if (row % 10 == 9) {
                    time.advanceMillis(1_000);
                }
            }
        }
    }

    private List<RecordedEvent> record(Path directory, boolean asked) throws IOException {
        Path file = home.resolve(directory.getFileName() + ".jfr");
        try (Recording recording = new Recording()) {
            if (asked) {
                recording.enable("tidemark.FileRoll");
            }
            recording.start();
            threeFiles(directory);
            // The library tells listeners on a thread of its own.
            BackgroundResourceReleaser.releasePendingResources();
            recording.stop();
            recording.dump(file);
        }
        return RecordingFile.readAllEvents(file).stream()
                .filter(event -> event.getEventType().getName().equals("tidemark.FileRoll"))
                .filter(event -> event.getString("journal")
                        .endsWith(directory.getFileName().toString()))
                .toList();
    }

    @Test
    void shouldRecordEachRollOfAnAppenderWhenAskedFor() throws IOException {
        Path directory = home.resolve("rolled");
        List<RecordedEvent> events = record(directory, true);
        List<String> files = QueueFiles.cycleFiles(directory).stream()
                .map(path -> path.getFileName().toString())
                .toList();
        assertEquals(3, files.size());
        assertEquals(
                files.subList(1, 3),
                events.stream().map(event -> event.getString("file")).toList());
        assertEquals(events.get(0).getInt("cycle") + 1, events.get(1).getInt("cycle"));
        assertEquals(List.of(), record(home.resolve("unasked"), false));
    }
}
