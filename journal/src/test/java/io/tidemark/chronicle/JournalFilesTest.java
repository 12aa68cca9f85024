package io.tidemark.chronicle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tidemark.row.Schema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import net.openhft.chronicle.core.time.SetTimeProvider;
import net.openhft.chronicle.queue.rollcycles.TestRollCycles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournalFilesTest {
    private static final int EACH = 70;

    @TempDir
    Path directory;

    @Test
    void shouldCountTheRecordsOfEachFile() throws IOException {
        List<Long> positions = append(3);
        JournalFiles files = JournalFiles.of(directory);
        assertEquals(3, files.files().size());
        assertEquals(3 * EACH, files.records());
        for (int i = 0; i < 3; i++) {
            JournalFile file = files.files().get(i);
            assertEquals(EACH, file.records());
            assertEquals(positions.get(i * EACH), file.firstPosition());
            assertEquals(positions.get(i * EACH + EACH - 1), file.lastPosition());
            assertEquals(Files.size(directory.resolve(file.name())), file.bytes());
        }
        assertEquals(-1, files.before(positions.get(0)));
        assertEquals(positions.get(EACH - 1), files.before(positions.get(EACH)));
        assertEquals(positions.get(3 * EACH - 1), files.before(Long.MAX_VALUE));
        assertEquals(3 * EACH, files.recordsAfter(-1));
        assertEquals(EACH, files.recordsAfter(positions.get(2 * EACH - 1)));
        assertEquals(EACH, files.recordsAfter(positions.get(2 * EACH - 1) + 5));
        assertEquals(0, files.recordsAfter(positions.get(3 * EACH - 1)));
    }

    @Test
    void shouldCountWhatIsLeftAfterRetention() throws IOException {
        append(3);
        Files.delete(directory.resolve(JournalFiles.of(directory).files().get(0).name()));
        assertEquals(2 * EACH, JournalFiles.of(directory).records());
    }

    @Test
    void shouldFindNothingInANewJournal() {
        ChronicleJournal.create(directory, Schema.parse("n long")).close();
        JournalFiles files = JournalFiles.of(directory);
        assertEquals(0, files.records());
        assertEquals(-1, files.before(Long.MAX_VALUE));
        assertTrue(files.files().stream().allMatch(file -> file.records() == 0));
    }

    private List<Long> append(int files) {
        SetTimeProvider clock = new SetTimeProvider(1_700_000_000_000_000_000L);
        List<Long> positions = new ArrayList<>();
        try (ChronicleJournal journal = ChronicleJournal.at(directory)
                        .rollCycle(TestRollCycles.TEST4_SECONDLY)
                        .rollTime(clock)
                        .blockSizeBytes(64 << 10)
                        .minFreeBytes(0)
                        .create(Schema.parse("n long"));
                RowAppender appender = journal.openAppender()) {
            for (int i = 0; i < files * EACH; i++) {
                appender.begin().setLong(0, i);
                positions.add(appender.commit());
                clock.advanceMillis(i % EACH == EACH - 1 ? 1_000 : 0);
            }
        }
        return positions;
    }
}
