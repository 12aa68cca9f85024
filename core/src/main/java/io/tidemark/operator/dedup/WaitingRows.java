package io.tidemark.operator.dedup;

import io.tidemark.memory.OffHeap;
import io.tidemark.row.RowView;
import io.tidemark.state.EntryTable;
import io.tidemark.state.StateRegistry;
import io.tidemark.state.TimeIndex;

/**
 * The best row so far of each key, waiting for its key to be due. Two indexes lead to a key: by due time, and by the event time of its row, so that the
 * oldest row that waits is known. An entry counts what the indexes say of it and is removed with the last of that; without a row it
 * means nothing. Engine thread only.
 */
final class WaitingRows {
    private static final int DUE = 0;
    static final int ROW = 8;
    private static final int TIME = 16;
    private static final int REFERENCES = 24;
    static final int VALUE_BYTES = 32;

    private final EntryTable table;
    private final TimeIndex dues;
    private final TimeIndex times;
    private final KeptColumns rows;

    /**
     * Opens the tables.
     *
     * @param tracksTimes whether {@link #oldest} is asked for
     */
    WaitingRows(StateRegistry state, int keyBytes, KeptColumns rows, boolean tracksTimes) {
        this.table = state.entries("keys", VALUE_BYTES, keyBytes);
        this.dues = state.timeIndex("dues");
        this.times = tracksTimes ? state.timeIndex("times") : null;
        this.rows = rows;
    }

    /** Whether a key and a row of these lengths can be kept. */
    boolean fits(int keyBytes, int rowBytes) {
        return table.spec().rowBytes(keyBytes) <= EntryTable.MAX_BYTES && rowBytes <= EntryTable.MAX_BYTES;
    }

    /** The key that waits, or {@link EntryTable#NONE}. */
    long find(long keyAddress, int keyBytes) {
        long entry = table.find(keyAddress, keyBytes);
        return entry == EntryTable.NONE || !waits(entry) ? EntryTable.NONE : entry;
    }

    /** When a key is due. */
    long due(long entry) {
        return get(entry, DUE);
    }

    /** The row of a key; valid until the next call. */
    RowView row(long entry) {
        return rows.read(table, get(entry, ROW));
    }

    /** Lets the first row of a key wait. */
    void add(long keyAddress, int keyBytes, RowView row, long timeNs, long dueNs) {
        long entry = table.acquire(keyAddress, keyBytes);
        put(entry, ROW, KeptColumns.store(table, row));
        put(entry, DUE, dueNs);
        dues.add(dueNs, entry);
        refer(entry, 1);
        setTime(entry, timeNs);
    }

    /** Lets a better row of a key wait in place of the one before. */
    void replace(long entry, RowView row, long timeNs) {
        put(entry, ROW, KeptColumns.replace(table, get(entry, ROW), row));
        if (get(entry, TIME) != timeNs) {
            setTime(entry, timeNs);
        }
    }

    /** Due time of the first key, or {@link TimeIndex#EMPTY}. */
    long firstDueNs() {
        return dues.firstDueNs();
    }

    /** The row of the first key; valid until the next call. There must be one. */
    RowView first() {
        return row(dues.firstPayload());
    }

    /** Removes the first key. */
    void removeFirst() {
        long entry = dues.firstPayload();
        dues.removeFirst();
        table.free(get(entry, ROW));
        put(entry, ROW, EntryTable.NONE);
        release(entry);
    }

    /** Event time of the oldest row that waits, or {@link TimeIndex#EMPTY}. Clears away what the index says of rows that are gone. */
    long oldest() {
        while (times.firstDueNs() != TimeIndex.EMPTY) {
            long entry = times.firstPayload();
            if (waits(entry) && get(entry, TIME) == times.firstDueNs()) {
                return times.firstDueNs();
            }
            times.removeFirst();
            release(entry);
        }
        return TimeIndex.EMPTY;
    }

    /** Keys that wait. */
    long count() {
        return dues.size();
    }

    private void setTime(long entry, long timeNs) {
        put(entry, TIME, timeNs);
        if (times != null) {
            times.add(timeNs, entry);
            refer(entry, 1);
        }
    }

    private boolean waits(long entry) {
        return get(entry, ROW) != EntryTable.NONE;
    }

    private void release(long entry) {
        refer(entry, -1);
        if (get(entry, REFERENCES) == 0) {
            table.remove(entry);
        }
    }

    private void refer(long entry, int more) {
        put(entry, REFERENCES, get(entry, REFERENCES) + more);
    }

    private long get(long entry, int at) {
        return OffHeap.getLong(table.value(entry) + at);
    }

    private void put(long entry, int at, long value) {
        OffHeap.putLong(table.valueForUpdate(entry) + at, value);
    }
}
