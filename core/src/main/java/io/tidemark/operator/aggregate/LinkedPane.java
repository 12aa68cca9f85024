package io.tidemark.operator.aggregate;

import io.tidemark.memory.OffHeap;
import io.tidemark.operator.Scratch;
import io.tidemark.state.StatePane;

/**
 * The rows of a pane with the numbers of their keys, in the order in which they came. Rows never move, so an entry has the address of a row. The object is used
 * again for another pane.
 *
 * <p>An entry: address of the value (8 bytes), number of the key (4), distance from value to key in units of 8 bytes (2), length of the key in such units (2).
 */
final class LinkedPane {
    static final int ENTRY_BYTES = 16;

    private static final int NUMBER = 8;
    private static final int KEY = 12;
    private static final int KEY_UNITS = 14;
    /** Keys and values have multiples of 8 bytes, at most 16 KiB together. */
    private static final int UNIT_SHIFT = 3;

    private static final String AGAIN = "panes are linked again when they are merged";

    @Scratch(AGAIN)
    private StatePane pane;

    @Scratch(AGAIN)
    private long id;

    @Scratch(AGAIN)
    private long rows;

    @Scratch(AGAIN)
    private long cursor;

    @Scratch(AGAIN)
    private long entries;

    @Scratch(AGAIN)
    private int size;

    @Scratch(AGAIN)
    private LinkedPane next;

    /** Begins with a pane none of whose rows has a number. */
    void open(StatePane of) {
        pane = of;
        id = of.id();
        rows = 0;
        cursor = 0;
    }

    StatePane pane() {
        return pane;
    }

    /** Id of the pane, also when that is gone. */
    long id() {
        return id;
    }

    /** Whether this is about a pane, and not about one that had its id or its place before. */
    boolean isOf(StatePane other) {
        return pane == other && id == other.id() && rows <= other.rowCount();
    }

    /** Number of entries. */
    long rows() {
        return rows;
    }

    /** Address of the entries of all rows, {@link #ENTRY_BYTES} each. */
    long entries() {
        return entries;
    }

    /** Address of the value of the row of an entry. */
    static long value(long entry) {
        return OffHeap.getLong(entry);
    }

    /** Number of its key. */
    static int number(long entry) {
        return OffHeap.getInt(entry + NUMBER);
    }

    /** Address of its key. */
    static long key(long entry) {
        return value(entry) + ((long) OffHeap.getShort(entry + KEY) << UNIT_SHIFT);
    }

    /** Length of its key. */
    static int keyBytes(long entry) {
        return OffHeap.getShort(entry + KEY_UNITS) << UNIT_SHIFT;
    }

    LinkedPane next() {
        return next;
    }

    void setNext(LinkedPane link) {
        next = link;
    }

    /** Adds the rows that came since the last call, and gives numbers to their keys. */
    void link(KeyNumbers keys, NativeBlocks blocks) {
        if (rows == pane.rowCount()) {
            return;
        }
        makeRoom(pane.rowCount() * ENTRY_BYTES, blocks);
        long last = cursor;
        for (long at = pane.next(last); at != 0; at = pane.next(at)) {
            long value = pane.valueAt(at);
            long key = pane.keyAt(at);
            int keyBytes = pane.keyBytesAt(at);
            long entry = entries + rows * ENTRY_BYTES;
            OffHeap.putLong(entry, value);
            OffHeap.putInt(entry + NUMBER, keys.take(key, keyBytes, id));
            OffHeap.putShort(entry + KEY, (short) (key - value >>> UNIT_SHIFT));
            OffHeap.putShort(entry + KEY_UNITS, (short) (keyBytes >>> UNIT_SHIFT));
            rows++;
            last = at;
        }
        cursor = last;
    }

    private void makeRoom(long bytes, NativeBlocks blocks) {
        if (entries != 0 && bytes <= NativeBlocks.bytes(size)) {
            return;
        }
        int newSize = NativeBlocks.size(bytes);
        long larger = blocks.take(newSize);
        if (entries != 0) {
            OffHeap.copy(entries, larger, rows * ENTRY_BYTES);
            blocks.give(entries, size);
        }
        entries = larger;
        size = newSize;
    }

    /** Lets go of the pane and gives the memory back. */
    void close(NativeBlocks blocks) {
        pane = null;
        next = null;
        if (entries != 0) {
            blocks.give(entries, size);
            entries = 0;
        }
    }
}
