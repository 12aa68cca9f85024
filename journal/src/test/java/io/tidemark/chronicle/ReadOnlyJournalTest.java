package io.tidemark.chronicle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tidemark.error.ErrorCode;
import io.tidemark.row.Schema;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ReadOnlyJournalTest {
    private static final Schema NUMBERS = Schema.parse("n long");

    @TempDir
    private Path parent;

    @Test
    void shouldReadWithoutPermissionToWriteAndChangeNoByte() throws IOException {
        Path directory = parent.resolve("journal");
        try (ChronicleJournal journal = ChronicleJournal.create(directory, NUMBERS);
                RowAppender appender = journal.openAppender()) {
            for (int i = 0; i < 1000; i++) {
                appender.begin().setLong(0, i);
                appender.commit();
            }
        }
        Map<String, String> before = QueueBytes.fingerprint(directory);
        Permissions.set(directory, false);
        try (ChronicleJournal journal = ChronicleJournal.openReadOnly(directory);
                ChronicleReader reader = journal.openReader()) {
            List<Long> positions = Recorder.readAll(reader).positions;
            assertEquals(1000, positions.size());
            reader.moveAfter(positions.get(499));
            assertEquals(positions.subList(500, 1000), Recorder.readAll(reader).positions);
            assertEquals(positions.get(999), reader.endPosition());
            assertTrue(journal.check(-1).isIntact());
            Fails.with(ErrorCode.QUERY_STATE_INVALID, journal::openAppender);
            Fails.with(ErrorCode.QUERY_STATE_INVALID, () -> journal.openWriter(NUMBERS));
        } finally {
            Permissions.set(directory, true);
        }
        assertEquals(before, QueueBytes.fingerprint(directory));
    }

    @Test
    void shouldWriteNothingWhereOnlyAReaderIsOpened() throws IOException {
        Path directory = parent.resolve("journal");
        ChronicleJournal.create(directory, NUMBERS).close();
        Map<String, String> before = QueueBytes.fingerprint(directory);
        try (ChronicleJournal journal = ChronicleJournal.open(directory)) {
            assertEquals(0, Recorder.readAll(journal.openReader()).rows.size());
        }
        assertEquals(before, QueueBytes.fingerprint(directory));
        assertEquals(List.of("metadata.cq4t", "schema.json"), List.copyOf(before.keySet()));
    }
}
