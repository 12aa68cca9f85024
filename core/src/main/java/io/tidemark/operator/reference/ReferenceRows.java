package io.tidemark.operator.reference;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.Problem;
import io.tidemark.error.TidemarkException;
import io.tidemark.memory.OffHeap;
import io.tidemark.row.RowView;
import io.tidemark.row.Schema;
import io.tidemark.state.EntryTable;

/**
 * The rows of the table by the key of the join, those of one key in the order in which they came. An entry holds first and last of a list of blocks, and
 * a block one row. A record, so that the compiler trusts its fields where the plan is a constant.
 *
 * @param entries entry by key
 * @param schema columns of the table
 * @param view the row in hand
 * @param maxRows greatest number of rows
 */
record ReferenceRows(EntryTable entries, Schema schema, RowView view, long maxRows) {
    /** No row, no key. */
    static final long NONE = EntryTable.NONE;

    /** Bytes of the value of an entry. */
    static final int VALUE_BYTES = 16;

    private static final int FIRST_AT = 0;
    private static final int LAST_AT = 8;

    private static final int NEXT_AT = 0;
    private static final int PREVIOUS_AT = 8;
    private static final int ENTRY_AT = 16;
    private static final int POSITION_AT = 24;
    private static final int LENGTH_AT = 32;

    /** Bytes of a block before the row. */
    static final int ROW_AT = 40;

    /** Longest row of the table. */
    static final int MAX_ROW_BYTES = EntryTable.MAX_BYTES - ROW_AT;

    /** The first row with a key, or {@link #NONE}. */
    long first(JoinKey key) {
        long entry = entries.find(key.address(), key.length());
        return entry == NONE ? NONE : OffHeap.getLong(entries.value(entry) + FIRST_AT);
    }

    /** The next row with the same key, or {@link #NONE}. */
    long next(long row) {
        return OffHeap.getLong(entries.block(row) + NEXT_AT);
    }

    /** Position of a row in its source. */
    long position(long row) {
        return OffHeap.getLong(entries.block(row) + POSITION_AT);
    }

    /** A row; the view is good until the next call. */
    RowView view(long row) {
        long block = entries.block(row);
        return view.wrap(schema, block + ROW_AT, OffHeap.getInt(block + LENGTH_AT));
    }

    /** Whether a row and its key fit. */
    boolean fits(JoinKey key, RowView row) {
        return entries.spec().rowBytes(key.length()) <= EntryTable.MAX_BYTES && row.length() <= MAX_ROW_BYTES;
    }

    /** Adds a row behind those of its key; it fits. */
    long add(JoinKey key, RowView row) {
        if (entries.blockCount() >= maxRows) {
            throw tooMany();
        }
        long entry = entries.acquire(key.address(), key.length());
        long added = entries.allocate(ROW_AT + row.length());
        long block = entries.blockForUpdate(added, 0, ROW_AT + row.length());
        long value = entries.valueForUpdate(entry);
        long last = OffHeap.getLong(value + LAST_AT);
        OffHeap.putLong(block + PREVIOUS_AT, last);
        OffHeap.putLong(block + ENTRY_AT, entry);
        OffHeap.putLong(block + POSITION_AT, row.position());
        OffHeap.putInt(block + LENGTH_AT, row.length());
        OffHeap.copy(row.address(), block + ROW_AT, row.length());
        OffHeap.putLong(value + LAST_AT, added);
        if (last == NONE) {
            OffHeap.putLong(value + FIRST_AT, added);
        } else {
            OffHeap.putLong(entries.blockForUpdate(last, NEXT_AT, Long.BYTES) + NEXT_AT, added);
        }
        return added;
    }

    /** Removes a row, and its key with the last row. */
    void remove(long row) {
        long block = entries.block(row);
        long next = OffHeap.getLong(block + NEXT_AT);
        long previous = OffHeap.getLong(block + PREVIOUS_AT);
        long entry = OffHeap.getLong(block + ENTRY_AT);
        entries.free(row);
        if (next == NONE && previous == NONE) {
            entries.remove(entry);
            return;
        }
        long value = entries.valueForUpdate(entry);
        if (previous == NONE) {
            OffHeap.putLong(value + FIRST_AT, next);
        } else {
            OffHeap.putLong(entries.blockForUpdate(previous, NEXT_AT, Long.BYTES) + NEXT_AT, next);
        }
        if (next == NONE) {
            OffHeap.putLong(value + LAST_AT, previous);
        } else {
            OffHeap.putLong(entries.blockForUpdate(next, PREVIOUS_AT, Long.BYTES) + PREVIOUS_AT, previous);
        }
    }

    private TidemarkException tooMany() {
        return new TidemarkException(new Problem(
                ErrorCode.STATE_LIMIT_EXCEEDED,
                entries.spec().owner(),
                "maxRows",
                "The table has " + maxRows + " rows, the most that was declared, and there is one more.",
                "Raise maxRows(...) of the table; the query then goes on where it stopped."));
    }
}
