package io.tidemark.chronicle;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.Problem;
import io.tidemark.error.TidemarkException;
import io.tidemark.journal.JournalReader;
import io.tidemark.journal.JournalSource;
import io.tidemark.journal.RowDecoder;
import io.tidemark.row.DataType;
import io.tidemark.row.Schema;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueue;

/**
 * A Chronicle queue that another program writes, as a source of rows. It is opened read-only: nothing is written, no file is
 * made, and no permission to write is needed.
 *
 * <p>A position is that of a document. A document may give no row, one, or several; they are handed over together and carry its
 * position. Records carry no ingest time unless {@link #withIngestTime} names a column for it.
 *
 * <p>The journal may be shared between threads, each reader belongs to one. {@link #close} ends its readers.
 */
public final class ForeignJournal implements JournalSource, AutoCloseable {
    static {
        QuietChronicle.ensure();
    }

    private static final int NONE = -1;

    private final Path directory;
    private final Schema schema;
    private final Function<RowBatch, DocumentDecoder> decoders;
    private final int ingestTimeColumn;
    private SingleChronicleQueue queue;
    private boolean closed;

    private ForeignJournal(
            Path directory, Schema schema, Function<RowBatch, DocumentDecoder> decoders, int ingestTimeColumn) {
        requireQueue(directory);
        this.directory = directory;
        this.schema = schema;
        this.decoders = decoders;
        this.ingestTimeColumn = ingestTimeColumn;
    }

    /**
     * Documents of bytes that only the user can read, such as SBE messages. The decoder sees them where they lie, without a
     * copy; it is used by all readers. A decoder that reads outside the document makes it an invalid record.
     *
     * @throws TidemarkException {@code JOURNAL_MISSING}, {@code JOURNAL_INVALID} when the directory holds no queue
     */
    public static ForeignJournal raw(Path directory, Schema schema, RowDecoder decoder) {
        return new ForeignJournal(directory, schema, rows -> new RawDecoder(decoder), NONE);
    }

    /**
     * Documents in binary wire that describe themselves: fields at the top, or below one event name. A field that is missing
     * gives a null, a value of a wrong type an invalid record.
     *
     * @param columnsByField name of each field to read and of the column that takes it
     * @throws TidemarkException {@code COLUMN_UNKNOWN}, {@code JOURNAL_MISSING}, {@code JOURNAL_INVALID}
     */
    public static ForeignJournal wire(Path directory, Schema schema, Map<String, String> columnsByField) {
        return wire(directory, schema, columnsByField, null);
    }

    /**
     * As {@link #wire(Path, Schema, Map)}, of one event only; documents without it are passed over.
     *
     * @param event name of the event whose fields are read
     */
    public static ForeignJournal wireEvent(
            Path directory, Schema schema, Map<String, String> columnsByField, String event) {
        return wire(directory, schema, columnsByField, event);
    }

    /**
     * Documents that a method writer of an interface wrote. Calls of other methods are passed over. A call that cannot be read
     * is an invalid record; what the implementation throws ends the poll.
     *
     * @param api the interface
     * @param implementation makes, for each reader, an implementation that fills and emits rows
     * @throws TidemarkException {@code JOURNAL_MISSING}, {@code JOURNAL_INVALID}
     */
    public static <T> ForeignJournal methods(
            Path directory, Schema schema, Class<T> api, Function<MethodRows, T> implementation) {
        if (!api.isInterface()) {
            throw new TidemarkException(
                    ErrorCode.SETTING_INVALID,
                    api.getName() + " is not an interface.",
                    "Give the interface with which the queue was written.");
        }
        return new ForeignJournal(directory, schema, rows -> new MethodDecoder(rows, api, implementation), NONE);
    }

    /**
     * The same journal, with a column that holds the ingest time in nanoseconds since 1970. The copy is closed apart.
     *
     * @param column a timestamp or long column
     * @throws TidemarkException {@code COLUMN_UNKNOWN}, {@code TYPE_MISMATCH}
     */
    public ForeignJournal withIngestTime(String column) {
        int index = schema.index(column);
        DataType.Kind kind = schema.type(index).kind();
        if (kind != DataType.Kind.TIMESTAMP && kind != DataType.Kind.LONG) {
            throw new TidemarkException(new Problem(
                    ErrorCode.TYPE_MISMATCH,
                    "",
                    column,
                    "An ingest time cannot be taken from a " + schema.type(index) + ".",
                    "Use a timestamp or long column with nanoseconds since 1970."));
        }
        return new ForeignJournal(directory, schema, decoders, index);
    }

    /** The directory. */
    public Path directory() {
        return directory;
    }

    @Override
    public String name() {
        return directory.toString();
    }

    @Override
    public Schema schema() {
        return schema;
    }

    @Override
    public boolean recordsIngestTime() {
        return ingestTimeColumn != NONE;
    }

    @Override
    public synchronized JournalReader openReader() {
        if (closed) {
            throw new TidemarkException(
                    ErrorCode.QUERY_STATE_INVALID, "Journal '" + name() + "' is closed.", "Open it again.");
        }
        if (queue == null) {
            queue = QueueFiles.openToRead(directory);
        }
        RowBatch rows = new RowBatch(schema, ingestTimeColumn);
        return new ForeignReader(queue, name(), decoders.apply(rows), rows);
    }

    /** Ends all readers. */
    @Override
    public synchronized void close() {
        closed = true;
        if (queue != null) {
            queue.close();
            queue = null;
        }
    }

    private static ForeignJournal wire(Path directory, Schema schema, Map<String, String> columns, String event) {
        Map<String, String> columnsByField = new LinkedHashMap<>(columns);
        new WireDecoder(schema, columnsByField, event);
        return new ForeignJournal(directory, schema, rows -> new WireDecoder(schema, columnsByField, event), NONE);
    }

    private static void requireQueue(Path directory) {
        if (!Files.exists(directory)) {
            throw new TidemarkException(
                    ErrorCode.JOURNAL_MISSING, "Directory '" + directory + "' does not exist.", "Check the path.");
        }
        if (!Files.isDirectory(directory) || QueueFiles.storedRollCycle(directory) == null) {
            throw new TidemarkException(
                    ErrorCode.JOURNAL_INVALID,
                    "'" + directory + "' holds no Chronicle queue with a readable '" + QueueFiles.METADATA + "'.",
                    "Check the path; a copy of a queue needs that file too.");
        }
    }
}
