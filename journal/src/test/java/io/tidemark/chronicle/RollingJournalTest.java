package io.tidemark.chronicle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tidemark.error.ErrorCode;
import io.tidemark.journal.JournalReader;
import io.tidemark.row.Schema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import net.openhft.chronicle.core.time.SetTimeProvider;
import net.openhft.chronicle.queue.rollcycles.LargeRollCycles;
import net.openhft.chronicle.queue.rollcycles.TestRollCycles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RollingJournalTest {
    private static final Schema NUMBERS = Schema.parse("n long");

    @TempDir
    private Path directory;

    private final SetTimeProvider time = new SetTimeProvider(1_700_000_000_000_000_000L);
    private final List<Long> positions = new ArrayList<>();

    private ChronicleJournal create() {
        return ChronicleJournal.at(directory)
                .rollCycle(TestRollCycles.TEST4_SECONDLY)
                .rollTime(time)
                .blockSizeBytes(64 << 10)
                .create(NUMBERS);
    }

    private void append(RowAppender appender, int rows) {
        for (int i = 0; i < rows; i++) {
            appender.begin().setLong(0, positions.size());
            positions.add(appender.commit());
        }
    }

    /** Five files of ten rows, files of some seconds being left out. */
    private void writeFiveCycles() {
        try (ChronicleJournal journal = create();
                RowAppender appender = journal.openAppender()) {
            for (int cycle = 0; cycle < 5; cycle++) {
                append(appender, 10);
                time.advanceMillis(1_000 + 2_000 * (cycle % 2));
            }
        }
        assertEquals(5, QueueFiles.cycleFiles(directory).size());
    }

    @Test
    void shouldReadOverFilesFromEveryPosition() {
        writeFiveCycles();
        try (ChronicleJournal journal = ChronicleJournal.open(directory);
                ChronicleReader reader = journal.openReader()) {
            for (int after = -1; after < 50; after++) {
                reader.moveAfter(after < 0 ? JournalReader.NO_POSITION : positions.get(after));
                Recorder seen = Recorder.readAll(reader);
                assertEquals(positions.subList(after + 1, 50), seen.positions);
            }
            assertEquals(50, journal.check(-1).records());
            assertEquals(positions.get(49), reader.endPosition());
        }
    }

    @Test
    void shouldGoOnWithTheRollCycleThatTheJournalWasMadeWith() {
        writeFiveCycles();
        try (ChronicleJournal journal = ChronicleJournal.at(directory)
                        .rollCycle(LargeRollCycles.LARGE_DAILY)
                        .rollTime(time)
                        .open();
                RowAppender appender = journal.openAppender()) {
            assertEquals(49, appender.lastSequence());
            append(appender, 5);
            assertEquals(positions, Recorder.readAll(journal.openReader()).positions);
        }
        assertEquals(6, QueueFiles.cycleFiles(directory).size());
    }

    @Test
    void shouldFollowAWriterThatRolls() {
        try (ChronicleJournal journal = create();
                ChronicleReader reader = journal.openReader();
                RowAppender appender = journal.openAppender()) {
            Recorder seen = new Recorder();
            for (int cycle = 0; cycle < 20; cycle++) {
                append(appender, 3);
                while (reader.poll(seen, 2) > 0) {
                    continue;
                }
                assertEquals(positions, seen.positions);
                time.advanceMillis(700 + 900 * (cycle % 4));
                assertEquals(0, reader.poll(seen, 2));
            }
        }
    }

    @Test
    void shouldNotStartElsewhereWhenThePositionIsGone() throws IOException {
        writeFiveCycles();
        Files.delete(QueueFiles.cycleFiles(directory).get(0));
        try (ChronicleJournal journal = ChronicleJournal.open(directory);
                ChronicleReader reader = journal.openReader()) {
            for (int gone : new int[] {0, 5, 9}) {
                String message =
                        Fails.with(ErrorCode.SOURCE_RETENTION_GAP, () -> reader.moveAfter(positions.get(gone)));
                assertTrue(message.contains(Long.toHexString(positions.get(gone))), message);
            }
            Fails.with(ErrorCode.SOURCE_RETENTION_GAP, () -> reader.moveAfter(positions.get(49) + 1));
            Fails.with(ErrorCode.SOURCE_RETENTION_GAP, () -> reader.moveAfter(positions.get(29) + 1));
            Fails.with(ErrorCode.SOURCE_RETENTION_GAP, () -> reader.moveAfter(-7));
            reader.moveAfter(positions.get(10));
            assertEquals(positions.subList(11, 50), Recorder.readAll(reader).positions);
        }
    }

    @Test
    void shouldStartAtTheOldestFileThatIsThere() throws IOException {
        writeFiveCycles();
        Files.delete(QueueFiles.cycleFiles(directory).get(0));
        Files.delete(QueueFiles.cycleFiles(directory).get(0));
        try (ChronicleJournal journal = ChronicleJournal.openReadOnly(directory);
                ChronicleReader reader = journal.openReader()) {
            assertEquals(positions.subList(20, 50), Recorder.readAll(reader).positions);
            reader.moveAfter(JournalReader.NO_POSITION);
            assertEquals(positions.subList(20, 50), Recorder.readAll(reader).positions);
        }
        try (ChronicleJournal journal = create();
                RowAppender appender = journal.openAppender()) {
            assertEquals(49, appender.lastSequence());
        }
    }

    @Test
    void shouldThrowWhereAFileInTheMiddleIsGone() throws IOException {
        writeFiveCycles();
        Files.delete(QueueFiles.cycleFiles(directory).get(2));
        try (ChronicleJournal journal = ChronicleJournal.open(directory);
                ChronicleReader reader = journal.openReader()) {
            Recorder seen = new Recorder();
            Fails.with(ErrorCode.SOURCE_RETENTION_GAP, () -> reader.poll(seen, 100));
            assertEquals(positions.subList(0, 20), seen.positions);
            assertEquals(positions.get(30), journal.check(-1).faultPosition());
        }
    }

    @Test
    void shouldReadOnAfterAWriterDiedWithoutEndingItsFile() {
        try (ChronicleJournal journal = create()) {
            RowAppender dead = journal.openAppender();
            append(dead, 5);
            ChronicleReader reader = journal.openReader();
            Recorder seen = new Recorder();
            assertEquals(5, reader.poll(seen, 10));
            dead.close();
            time.advanceMillis(3_000);
            try (RowAppender next = journal.openAppender()) {
                append(next, 5);
                assertEquals(5, reader.poll(seen, 10));
                assertEquals(positions, seen.positions);
            }
        }
    }
}
