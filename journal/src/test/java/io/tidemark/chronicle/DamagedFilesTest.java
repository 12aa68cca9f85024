package io.tidemark.chronicle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tidemark.error.ErrorCode;
import io.tidemark.row.Schema;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that were cut, emptied or overwritten from outside: a code and a file name each, and no wait. */
final class DamagedFilesTest {
    private static final Schema NOTES = Schema.parse("note string, n long");
    private static final int TEXT_IN_RECORD = 40 + 8 + 16;

    @TempDir
    private Path directory;

    private void write(int rows) {
        try (ChronicleJournal journal =
                        ChronicleJournal.at(directory).blockSizeBytes(1 << 20).create(NOTES);
                RowAppender appender = journal.openAppender()) {
            for (int i = 0; i < rows; i++) {
                appender.begin().setString(0, "note-" + i + "-end");
                appender.commit(i);
            }
        }
    }

    private Path cycleFile() {
        return QueueFiles.cycleFiles(directory).get(0);
    }

    private static void cut(Path file, long bytes) throws IOException {
        try (RandomAccessFile access = new RandomAccessFile(file.toFile(), "rw")) {
            access.setLength(bytes);
        }
    }

    private static void overwrite(Path file, long at, byte[] bytes) throws IOException {
        try (RandomAccessFile access = new RandomAccessFile(file.toFile(), "rw")) {
            access.seek(at);
            access.write(bytes);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {70_000, 1_100_000, 1_500_000, 3 << 20, 300 << 20, 0x3FFF_FFFE})
    void shouldReportARecordOfAnAbsurdLengthAsInvalidAndGoOn(int length) throws IOException {
        write(5);
        byte[] text = "note-3-end".getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < 4; i++) {
            QueueBytes.clear(directory, text, i - TEXT_IN_RECORD - 4);
            QueueBytes.damage(directory, text, i - TEXT_IN_RECORD - 4, length >>> 8 * i & 0xFF);
        }
        try (ChronicleJournal journal = ChronicleJournal.open(directory)) {
            for (boolean verify : new boolean[] {false, true}) {
                try (ChronicleReader reader = verify ? journal.openVerifyingReader() : journal.openReader()) {
                    Recorder seen = new Recorder();
                    while (reader.poll(seen, 100) > 0) {
                        continue;
                    }
                    assertEquals(3, seen.rows.size());
                    assertEquals(1, seen.invalid.size());
                    assertTrue(
                            seen.invalid.get(0).endsWith("Of its " + length + " bytes the first 65536 are kept."),
                            seen.invalid.get(0));
                    assertTrue(seen.invalidBytes.get(0).length > 40 + 40, "bytes are kept");
                    assertTrue(seen.invalidBytes.get(0).length <= 65536, "not more than the preview");
                }
            }
            assertEquals(3, journal.check(-1).records());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 3, 20, 100, 200, 300, 2000})
    void shouldRefuseATableFileThatWasCut(int bytes) throws IOException {
        write(5);
        cut(directory.resolve("metadata.cq4t"), bytes);
        try (ChronicleJournal journal = ChronicleJournal.open(directory)) {
            Assertions.assertTimeoutPreemptively(Duration.ofSeconds(60), () -> {
                String message = Fails.with(ErrorCode.JOURNAL_INVALID, journal::openReader);
                assertTrue(message.contains("metadata.cq4t"), message);
                Fails.with(ErrorCode.JOURNAL_INVALID, journal::openAppender);
            });
        }
    }

    @Test
    void shouldRefuseATableFileOfZerosOrNoise() throws IOException {
        write(5);
        Path table = directory.resolve("metadata.cq4t");
        byte[] whole = Files.readAllBytes(table);
        for (int at : new int[] {0, 3, 0x98, 0x9B, 0xD0}) {
            for (int value : new int[] {0, 0x11, 0xFF}) {
                Files.write(table, whole);
                overwrite(table, at, new byte[] {(byte) value, (byte) value});
                try (ChronicleJournal journal = ChronicleJournal.open(directory)) {
                    Fails.with(ErrorCode.JOURNAL_INVALID, journal::openReader);
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 3, 100, 197, 300_000})
    void shouldRefuseACycleFileThatEndsBeforeItsLastRecord(long bytes) throws IOException {
        write(20_000);
        cut(cycleFile(), bytes);
        try (ChronicleJournal journal = ChronicleJournal.open(directory)) {
            String message = Fails.with(ErrorCode.JOURNAL_INVALID, journal::openReader);
            assertTrue(message.contains(".cq4"), message);
            Fails.with(ErrorCode.JOURNAL_INVALID, journal::openAppender);
        }
    }

    @Test
    void shouldSayNothingAboutACycleFileWhoseEndIsStillThere() throws IOException {
        write(20_000);
        try (RandomAccessFile access = new RandomAccessFile(cycleFile().toFile(), "rw")) {
            access.setLength(access.length() - 1);
        }
        try (ChronicleJournal journal = ChronicleJournal.open(directory)) {
            assertEquals(20_000, journal.check(-1).records());
        }
    }

    @Test
    void shouldNameTheDirectoryThatCannotBeMade() throws IOException {
        Path file = Files.writeString(directory.resolve("file"), "x");
        List<Path> bad = Files.isDirectory(Path.of("/proc"))
                ? List.of(file.resolve("journal"), Path.of("/proc/journal"))
                : List.of(file.resolve("journal"));
        for (Path journal : bad) {
            String message = Fails.with(ErrorCode.IO_FAILED, () -> ChronicleJournal.create(journal, NOTES));
            assertTrue(message.contains("'" + journal + "'"), message);
        }
        Fails.with(ErrorCode.JOURNAL_INVALID, () -> ChronicleJournal.create(file, NOTES));
        assertEquals("x", Files.readString(file));
    }

    @Test
    void shouldRefuseASchemaWithoutColumns() {
        Fails.with(ErrorCode.SCHEMA_INVALID, () -> ChronicleJournal.create(directory, Schema.of(List.of())));
        assertEquals(List.of(), QueueFiles.cycleFiles(directory));
    }
}
