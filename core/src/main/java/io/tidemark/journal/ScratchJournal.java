package io.tidemark.journal;

import io.tidemark.row.Schema;
import java.util.Objects;

/**
 * A journal for rows that nobody keeps, of the same kind as one that a query uses, so that a warm-up runs the code that the query will run.
 *
 * @param source reads it
 * @param sink appends to it
 * @param files to be closed when it is no longer used
 */
public record ScratchJournal(JournalSource source, JournalSink sink, AutoCloseable files) {
    /** Checks that all are there. */
    public ScratchJournal {
        Objects.requireNonNull(source, "source");
        Objects.requireNonNull(sink, "sink");
        Objects.requireNonNull(files, "files");
    }

    /** One in memory. */
    static ScratchJournal inMemory(String name, Schema schema) {
        MemoryJournal journal = MemoryJournal.withIngestTime(name, schema);
        return new ScratchJournal(journal, journal, journal);
    }
}
