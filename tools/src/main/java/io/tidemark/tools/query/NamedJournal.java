package io.tidemark.tools.query;

import io.tidemark.chronicle.ChronicleJournal;
import io.tidemark.chronicle.JournalFiles;
import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.journal.JournalReader;
import io.tidemark.journal.JournalSink;
import io.tidemark.journal.JournalSource;
import io.tidemark.journal.JournalWriter;
import io.tidemark.row.Schema;
import java.nio.file.Path;

/** A journal in files that is only read, under the name that a query knows it by, wherever it lies. */
final class NamedJournal implements JournalSource, JournalSink, AutoCloseable {
    private final String name;
    private final ChronicleJournal journal;

    NamedJournal(String name, Path directory) {
        this.name = name;
        this.journal = ChronicleJournal.openReadOnly(directory);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Schema schema() {
        return journal.schema();
    }

    @Override
    public boolean recordsIngestTime() {
        return journal.recordsIngestTime();
    }

    @Override
    public JournalReader openReader() {
        return journal.openReader();
    }

    @Override
    public String faultAfter(long position) {
        return journal.faultAfter(position);
    }

    @Override
    public JournalWriter openWriter(Schema rows) {
        throw new TidemarkException(
                ErrorCode.QUERY_STATE_INVALID,
                "Journal '" + journal.name() + "' was opened to read it.",
                "Report this as a defect: the command was to write nothing.");
    }

    /** Its files as they are now. */
    JournalFiles files() {
        return JournalFiles.of(journal.directory());
    }

    @Override
    public void close() {
        journal.close();
    }
}
