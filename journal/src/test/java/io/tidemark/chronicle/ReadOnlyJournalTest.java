package io.tidemark.chronicle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tidemark.error.ErrorCode;
import io.tidemark.row.Schema;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
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
        permit(directory, "r--r--r--", "r-xr-xr-x");
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
            permit(directory, "rw-r--r--", "rwxr-xr-x");
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

    private static void permit(Path directory, String files, String directories) throws IOException {
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
        try (Stream<Path> list = Files.list(directory)) {
            list.forEach(file -> {
                try {
                    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(files));
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        }
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString(directories));
    }
}
