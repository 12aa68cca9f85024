package io.tidemark.journal;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.memory.JvmFlags;
import io.tidemark.memory.OffHeap;
import io.tidemark.row.RowKind;
import io.tidemark.row.RowView;
import io.tidemark.row.RowWriter;
import io.tidemark.row.Schema;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;

/**
 * A journal in native memory, lost with the process. Positions are 0, 1, 2 and so on.
 *
 * <p>One thread appends; any number of readers, each in a thread of its own, read at the same time. {@link #reset}
 * and {@link #truncate} may only be called while no reader is polling. After {@link #close} everything refuses with
 * {@code QUERY_STATE_INVALID}; the memory is freed when the last reader and writer is closed. Appending and polling allocate
 * nothing on the heap.
 */
public final class MemoryJournal implements JournalSource, JournalSink, AutoCloseable {
    private final String name;
    private final boolean ingestTime;
    private final RecordStore store = new RecordStore();
    private final List<String> reasons = new ArrayList<>();
    private RowWriter values;
    private RowCheck check;
    private int users;
    private volatile boolean closed;
    private volatile Schema schema;

    private MemoryJournal(String name, Schema schema, boolean ingestTime) {
        JvmFlags.check();
        this.name = Objects.requireNonNull(name, "name");
        this.schema = schema;
        this.ingestTime = ingestTime;
    }

    /** An empty input journal whose records carry no ingest time. */
    public static MemoryJournal of(String name, Schema schema) {
        return new MemoryJournal(name, Objects.requireNonNull(schema, "schema"), false);
    }

    /** An empty input journal whose records carry the ingest time that the caller gives. */
    public static MemoryJournal withIngestTime(String name, Schema schema) {
        return new MemoryJournal(name, Objects.requireNonNull(schema, "schema"), true);
    }

    /** An empty output journal that takes its schema from the first writer. Its records carry the ingest times of their causes. */
    public static MemoryJournal output(String name) {
        return new MemoryJournal(name, null, true);
    }

    @Override
    public String name() {
        return name;
    }

    /**
     * Schema of the rows.
     *
     * @throws TidemarkException {@code QUERY_STATE_INVALID} for an output journal to which no writer was opened yet
     */
    @Override
    public Schema schema() {
        Schema known = schema;
        if (known == null) {
            throw new TidemarkException(
                    ErrorCode.QUERY_STATE_INVALID,
                    "Journal '" + name + "' has no schema before its first writer.",
                    "Open a writer first.");
        }
        return known;
    }

    @Override
    public boolean recordsIngestTime() {
        return ingestTime;
    }

    @Override
    public synchronized JournalReader openReader() {
        requireOpen();
        users++;
        return new MemoryReader(this);
    }

    @Override
    public synchronized JournalMeter openMeter() {
        requireOpen();
        users++;
        return new MemoryMeter(this);
    }

    @Override
    public synchronized JournalWriter openWriter(Schema rows) {
        Objects.requireNonNull(rows, "schema");
        requireOpen();
        if (schema == null) {
            schema = rows;
        } else if (!schema.equals(rows)) {
            throw new TidemarkException(
                    ErrorCode.SCHEMA_MISMATCH,
                    "Journal '" + name + "' holds rows of " + schema + ", not of " + rows + ".",
                    "Write to another journal.");
        }
        JournalWriter writer = new MemoryWriter(this);
        users++;
        return writer;
    }

    /**
     * Appends a copy of a row with the kind and ingest time of the view; returns its position. The sequence is the position.
     *
     * @throws TidemarkException {@code SCHEMA_MISMATCH}, {@code NULL_NOT_ALLOWED}, {@code QUERY_STATE_INVALID} after {@link #close};
     *     so do the other methods that append
     */
    public long append(RowView row) {
        return append(row, row.ingestTimeNs());
    }

    /** Appends a copy of a row with the kind of the view; returns its position. */
    public long append(RowView row, long ingestTimeNs) {
        return append(row, ingestTimeNs, store.count(), JournalReader.NO_POSITION, 0);
    }

    /** Appends the row that was written, without an ingest time; returns its position. */
    public long append(RowWriter row) {
        return append(row.finish(), RowView.NO_INGEST_TIME);
    }

    /** Appends the row that was written; returns its position. */
    public long append(RowWriter row, long ingestTimeNs) {
        return append(row.finish(), ingestTimeNs);
    }

    /**
     * Appends a row of these values in column order, without an ingest time; returns its position. Allocates: for tests.
     *
     * @param row one value per column: null, Boolean, any Number, BigDecimal for decimals, Instant or nanoseconds for
     *     timestamps, CharSequence or byte[]
     */
    public long appendValues(Object... row) {
        return appendValuesAt(RowView.NO_INGEST_TIME, row);
    }

    /** Appends a row of these values with an ingest time; returns its position. Allocates: for tests. */
    public long appendValuesAt(long ingestTimeNs, Object... row) {
        requireOpen();
        if (values == null) {
            values = new RowWriter();
        }
        return append(MemoryRecord.fill(values.start(schema()), row), ingestTimeNs);
    }

    /** Appends a record that readers report as invalid; returns its position. Allocates: for tests. */
    public long appendInvalid(byte[] bytes, String reason) {
        Objects.requireNonNull(bytes, "bytes");
        Objects.requireNonNull(reason, "reason");
        requireOpen();
        long at = store.claim(MemoryRecord.bytes(bytes.length));
        synchronized (reasons) {
            reasons.add(reason);
            MemoryRecord.put(at, bytes.length, RowView.NO_INGEST_TIME, store.count(), JournalReader.NO_POSITION, 0);
            MemoryRecord.putInvalid(at, reasons.size() - 1);
        }
        OffHeap.copyIn(bytes, 0, at + MemoryRecord.HEADER_BYTES, bytes.length);
        return store.publish(MemoryRecord.bytes(bytes.length));
    }

    /** Number of records. */
    public long size() {
        return store.count();
    }

    /** Points {@code view} at a record with its origin and returns it. Valid until the journal is truncated or closed. */
    public RowView read(long position, RowView view) {
        long at = checked(position);
        return view.wrap(schema(), at + MemoryRecord.HEADER_BYTES, MemoryRecord.payloadBytes(at))
                .origin(position, MemoryRecord.ingestTimeNs(at), MemoryRecord.kind(at));
    }

    /** Sequence of a record. */
    public long sequence(long position) {
        return MemoryRecord.sequence(checked(position));
    }

    /** Position of the cause of a record, or -1. */
    public long cause(long position) {
        return MemoryRecord.cause(checked(position));
    }

    /** Ordinal of the input in which the cause of a record lies. */
    public int causeSource(long position) {
        return MemoryRecord.causeSource(checked(position));
    }

    /** Kind of a record. */
    public RowKind kind(long position) {
        return MemoryRecord.kind(checked(position));
    }

    /** Values of all rows in order, as {@link RowView#get} gives them; invalid records are left out. Allocates: for tests. */
    public List<List<Object>> rows() {
        requireOpen();
        List<List<Object>> rows = new ArrayList<>();
        RowView view = new RowView();
        for (long position = 0; position < store.count(); position++) {
            if (MemoryRecord.isInvalid(store.address(position))) {
                continue;
            }
            read(position, view);
            Object[] row = new Object[schema().size()];
            Arrays.setAll(row, view::get);
            rows.add(Collections.unmodifiableList(Arrays.asList(row)));
        }
        return rows;
    }

    /** Drops all records from this number on, as a crash would. Memory is kept for the next ones. */
    public void truncate(long records) {
        store.truncate(records);
    }

    /** Drops all records. Memory is kept for the next ones. */
    public void reset() {
        truncate(0);
    }

    /** Refuses all further calls and frees the memory, once the last reader and writer is closed too. */
    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        if (values != null) {
            values.close();
            values = null;
        }
        freeUnused();
    }

    /** A reader or writer is closed. */
    synchronized void release() {
        users--;
        freeUnused();
    }

    /**
     * Refuses a call after {@link #close}.
     *
     * @throws TidemarkException {@code QUERY_STATE_INVALID}
     */
    void requireOpen() {
        if (closed) {
            throw new TidemarkException(
                    ErrorCode.QUERY_STATE_INVALID,
                    "Journal '" + name + "' is closed.",
                    "Close it after the queries and readers that use it.");
        }
    }

    RecordStore store() {
        return store;
    }

    String reason(int number) {
        synchronized (reasons) {
            return reasons.get(number);
        }
    }

    long append(RowView row, long ingestTimeNs, long sequence, long cause, int causeSource) {
        requireOpen();
        if (check == null) {
            check = new RowCheck(name, schema());
        }
        check.check(row);
        int payload = row.length();
        int bytes = MemoryRecord.bytes(payload);
        long at = store.claim(bytes);
        MemoryRecord.put(at, payload, ingestTimeNs, sequence, cause, causeSource);
        MemoryRecord.putKind(at, row.kind());
        OffHeap.copy(row.address(), at + MemoryRecord.HEADER_BYTES, payload);
        return store.publish(bytes);
    }

    private void freeUnused() {
        if (closed && users == 0) {
            store.free();
        }
    }

    private long checked(long position) {
        requireOpen();
        if (position < 0 || position >= store.count()) {
            throw new TidemarkException(
                    ErrorCode.SOURCE_RETENTION_GAP,
                    "Journal '" + name + "' has no record " + position + ", it holds " + store.count() + ".",
                    "Use a position that a reader gave.");
        }
        return store.address(position);
    }
}
