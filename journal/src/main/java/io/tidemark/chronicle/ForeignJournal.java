package io.tidemark.chronicle;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.Problem;
import io.tidemark.error.TidemarkException;
import io.tidemark.journal.JournalMeter;
import io.tidemark.journal.JournalReader;
import io.tidemark.journal.JournalSource;
import io.tidemark.journal.RowDecoder;
import io.tidemark.memory.JvmFlags;
import io.tidemark.row.DataType;
import io.tidemark.row.Schema;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/**
 * A Chronicle queue that another program writes, as a source of rows. It is opened read-only: nothing is written, no file is
 * made, and no permission to write is needed.
 *
 * <p>A position is that of a document. A document may give no row, one, or several; they are handed over together and carry its
 * position. Records carry no ingest time unless {@link #withIngestTime} names a column for it.
 *
 * <p>The journal may be shared between threads, each reader belongs to one. After {@link #close} its readers refuse
 * every call with {@code QUERY_STATE_INVALID}; each keeps its files mapped until it is closed itself.
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
    private final JournalGate gate;

    private ForeignJournal(
            Path directory, Schema schema, Function<RowBatch, DocumentDecoder> decoders, int ingestTimeColumn) {
        requireQueue(directory);
        this.directory = directory;
        this.schema = schema;
        this.decoders = decoders;
        this.ingestTimeColumn = ingestTimeColumn;
        this.gate = new JournalGate(directory.toString());
    }

    /**
     * Documents of bytes that only the user can read, such as SBE messages. The decoder sees them where they lie, without a
     * copy; it is used by all readers. A decoder that reads outside the document makes it an invalid record.
     *
     * @throws TidemarkException {@code JOURNAL_MISSING}, {@code JOURNAL_INVALID} when the directory holds no queue
     */
    public static ForeignJournal raw(Path directory, Schema schema, RowDecoder decoder) {
        enter(directory, schema);
        Objects.requireNonNull(decoder, "decoder");
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
        Objects.requireNonNull(event, "event");
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
        enter(directory, schema);
        Objects.requireNonNull(api, "api");
        Objects.requireNonNull(implementation, "implementation");
        if (!api.isInterface()) {
            throw new TidemarkException(
                    ErrorCode.SETTING_INVALID,
                    api.getName() + " is not an interface.",
                    "Give the interface with which the queue was written.");
        }
        return new ForeignJournal(directory, schema, rows -> new MethodDecoder(rows, api, implementation), NONE);
    }

    /**
     * All documents to be looked at, with the columns {@code form}, which is {@code wire}, {@code text} or {@code bytes}, and {@code document}: the fields of a
     * document in binary wire as text, one that is a text as it is, another one as hexadecimal digits.
     *
     * @throws TidemarkException {@code JOURNAL_MISSING}, {@code JOURNAL_INVALID}
     */
    public static ForeignJournal dump(Path directory) {
        enter(directory, DumpDecoder.SCHEMA);
        return new ForeignJournal(directory, DumpDecoder.SCHEMA, rows -> new DumpDecoder(), NONE);
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
    public JournalReader openReader() {
        gate.require();
        RowBatch rows = new RowBatch(schema, ingestTimeColumn);
        try {
            return new ForeignReader(directory, gate, decoders.apply(rows), rows);
        } catch (RuntimeException e) {
            rows.close();
            throw e;
        }
    }

    /** Counts documents. It decodes none, so that no ingest time is told: a decoder may be of one thread. */
    @Override
    public JournalMeter openMeter() {
        gate.require();
        return new QueueMeter(directory, gate, false);
    }

    /** Makes all readers refuse; each releases its files when it is closed itself. */
    @Override
    public void close() {
        gate.close();
    }

    /** What it shares with the readers that it opened. */
    JournalGate gate() {
        return gate;
    }

    /** Every journal comes through here first, before a class of Chronicle is used. */
    private static void enter(Path directory, Schema schema) {
        Objects.requireNonNull(directory, "directory");
        Objects.requireNonNull(schema, "schema");
        JvmFlags.check();
    }

    private static ForeignJournal wire(Path directory, Schema schema, Map<String, String> columns, String event) {
        enter(directory, schema);
        Objects.requireNonNull(columns, "columnsByField");
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
