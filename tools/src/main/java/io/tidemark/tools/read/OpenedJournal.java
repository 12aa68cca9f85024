package io.tidemark.tools.read;

import io.tidemark.chronicle.ChronicleJournal;
import io.tidemark.chronicle.ForeignJournal;
import io.tidemark.chronicle.JournalFiles;
import io.tidemark.journal.JournalReader;
import io.tidemark.row.Schema;
import java.nio.file.Files;
import java.nio.file.Path;

/** A journal that is open to be looked at: one of Tidemark, or a Chronicle queue of another program as a dump of its documents. */
public final class OpenedJournal implements AutoCloseable {
    private static final String SCHEMA = "schema.json";
    private static final String QUEUE = "metadata.cq4t";
    private static final String WRITER_LOCK = "writer.lock";

    private final Path directory;
    private final Schema schema;
    private final JournalReader reader;
    private final AutoCloseable journal;
    private final boolean foreign;

    private OpenedJournal(Path directory, ChronicleJournal journal, boolean verify) {
        this.directory = directory;
        this.journal = journal;
        this.schema = journal.schema();
        this.reader = verify ? journal.openVerifyingReader() : journal.openReader();
        this.foreign = false;
    }

    private OpenedJournal(Path directory, ForeignJournal journal) {
        this.directory = directory;
        this.journal = journal;
        this.schema = journal.schema();
        this.reader = journal.openReader();
        this.foreign = true;
    }

    /**
     * Opens a directory.
     *
     * @param verify whether checksums are tested
     * @throws io.tidemark.error.TidemarkException {@code JOURNAL_MISSING}, {@code JOURNAL_INVALID}, {@code SCHEMA_INVALID}
     */
    public static OpenedJournal open(Path directory, boolean verify) {
        return isForeign(directory)
                ? new OpenedJournal(directory, ForeignJournal.dump(directory))
                : new OpenedJournal(directory, ChronicleJournal.openReadOnly(directory), verify);
    }

    /** Whether a directory holds a journal of Tidemark. */
    public static boolean isJournal(Path directory) {
        return Files.isRegularFile(directory.resolve(SCHEMA))
                && (Files.exists(directory.resolve(QUEUE)) || Files.exists(directory.resolve(WRITER_LOCK)));
    }

    /** Whether a directory holds a Chronicle queue of another program. A lock of a writer is left by Tidemark alone. */
    public static boolean isForeign(Path directory) {
        return !Files.exists(directory.resolve(SCHEMA))
                && !Files.exists(directory.resolve(WRITER_LOCK))
                && Files.isRegularFile(directory.resolve(QUEUE));
    }

    /** The directory. */
    public Path directory() {
        return directory;
    }

    /** Columns of its rows. */
    public Schema schema() {
        return schema;
    }

    /** Its reader, at the start. */
    public JournalReader reader() {
        return reader;
    }

    /** Whether another program wrote it. */
    public boolean foreign() {
        return foreign;
    }

    /** Its files as they are now. */
    public JournalFiles files() {
        return JournalFiles.of(directory);
    }

    @Override
    public void close() {
        reader.close();
        if (journal instanceof ChronicleJournal own) {
            own.close();
        } else if (journal instanceof ForeignJournal other) {
            other.close();
        }
    }
}
