package io.tidemark.chronicle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tidemark.journal.JournalReader;
import io.tidemark.journal.JournalWriter;
import io.tidemark.journal.ScratchJournal;
import io.tidemark.row.RowKind;
import io.tidemark.row.RowWriter;
import io.tidemark.row.Schema;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a warm-up writes to in place of a journal. */
final class ScratchJournalTest {
    private static final Schema NUMBERS = Schema.parse("n long");

    @TempDir
    private Path directory;

    @Test
    void shouldBeginNewFilesOftenAndLeaveTheJournalAlone() throws Exception {
        int rows = 30_000;
        try (ChronicleJournal journal = ChronicleJournal.create(directory.resolve("real"), NUMBERS)) {
            Path folder = directory.resolve("scratch");
            ScratchJournal scratch = journal.scratch(folder, NUMBERS);
            try (AutoCloseable files = scratch.files();
                    JournalWriter writer = scratch.sink().openWriter(NUMBERS);
                    RowWriter row = new RowWriter();
                    JournalReader reader = scratch.source().openReader()) {
                for (int i = 0; i < rows; i++) {
                    row.start(NUMBERS);
                    row.setLong(0, i);
                    writer.append(row.finish().origin(i, i, RowKind.INSERT), i);
                }
                assertEquals(rows, Recorder.readAll(reader).rows.size());
                assertTrue(files == scratch.source() && Files.isDirectory(folder));
            }
            int made = QueueFiles.cycleFiles(folder).size();
            assertTrue(made >= 3, "files: " + made);
            assertEquals(0, QueueFiles.cycleFiles(directory.resolve("real")).size());
        }
    }
}
