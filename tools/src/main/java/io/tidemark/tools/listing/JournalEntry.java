package io.tidemark.tools.listing;

import io.tidemark.checkpoint.LockState;
import io.tidemark.chronicle.JournalFile;
import io.tidemark.chronicle.JournalFiles;
import io.tidemark.chronicle.JournalRetention;
import io.tidemark.chronicle.RegisteredReader;
import io.tidemark.row.RowView;
import io.tidemark.tools.read.OpenedJournal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A journal.
 *
 * @param directory where it lies
 * @param foreign whether another program wrote it
 * @param files its files
 * @param lastPosition position of its last record, or -1
 * @param lastWrittenNs when that was written, or {@link RowView#NO_INGEST_TIME}
 * @param writer lock of its writer
 * @param readers its registered readers
 */
record JournalEntry(
        Path directory,
        boolean foreign,
        JournalFiles files,
        long lastPosition,
        long lastWrittenNs,
        LockState writer,
        List<ReaderEntry> readers) {
    private static final String WRITER_LOCK = "writer.lock";

    static JournalEntry of(Path directory, long nowMs) {
        try (OpenedJournal journal = OpenedJournal.open(directory, false)) {
            JournalFiles files = journal.files();
            long last = files.before(Long.MAX_VALUE);
            long written = last < 0 ? RowView.NO_INGEST_TIME : Lag.writtenAfter(journal, last - 1);
            List<ReaderEntry> readers = new ArrayList<>();
            if (!journal.foreign()) {
                for (RegisteredReader reader : JournalRetention.of(directory).readers()) {
                    Lag lag = Lag.of(journal, reader.position());
                    readers.add(new ReaderEntry(reader.name(), "", reader.position(), lag, reader.isExpired(nowMs)));
                }
            }
            LockState writer = LockState.of(directory, WRITER_LOCK);
            return new JournalEntry(directory, journal.foreign(), files, last, written, writer, readers);
        }
    }

    long bytes() {
        return files.files().stream().mapToLong(JournalFile::bytes).sum();
    }
}
