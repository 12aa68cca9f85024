package io.tidemark.operator.keyed;

import io.tidemark.function.StateLayout;
import io.tidemark.memory.OffHeap;
import io.tidemark.row.BytesView;
import io.tidemark.state.EntryTable;

/**
 * One entry for each key: which values are set, the deadline of the key, how many records of indexes lead to it, the head of its chain of timers, and
 * the values. Text lies in blocks, its length first. An entry that means nothing is removed as soon as no record of an index leads to it.
 */
final class KeyEntries {
    /** Where the slot of the chain of timers lies. */
    static final int TIMERS = 24;

    private static final int SET = 0;
    private static final int DEADLINE = 8;
    private static final int REFERENCES = 16;
    private static final int LISTED = 32;
    private static final int VALUES = 40;

    private final EntryTable table;
    private final long bytesValues;

    KeyEntries(EntryTable table, StateLayout layout) {
        this.table = table;
        this.bytesValues = layout.bytesValues();
    }

    /** Bytes of the value of an entry. */
    static int valueBytes(StateLayout layout) {
        return VALUES + layout.size() * Long.BYTES;
    }

    EntryTable table() {
        return table;
    }

    /** Whether a value is set. */
    boolean isSet(long entry, int value) {
        return (at(entry, SET) >>> value & 1) != 0;
    }

    /** The value, 0 when it is not set. */
    long get(long entry, int value) {
        return at(entry, VALUES + value * Long.BYTES);
    }

    /** Sets a value. */
    void set(long entry, int value, long to) {
        put(entry, VALUES + value * Long.BYTES, to);
        put(entry, SET, at(entry, SET) | 1L << value);
    }

    /** Points a view at text or bytes. */
    BytesView get(long entry, int value, BytesView view) {
        long block = get(entry, value);
        if (block == EntryTable.NONE) {
            return view.wrap(0, 0);
        }
        long address = table.block(block);
        return view.wrap(address + Long.BYTES, (int) OffHeap.getLong(address));
    }

    /** Sets text or bytes to a copy. The bytes may be those of the value itself. */
    void set(long entry, int value, BytesView to) {
        long before = get(entry, value);
        long block = table.allocate(Long.BYTES + to.length());
        long address = table.blockForUpdate(block, 0, Long.BYTES + to.length());
        OffHeap.putLong(address, to.length());
        OffHeap.copy(to.address(), address + Long.BYTES, to.length());
        if (before != EntryTable.NONE) {
            table.free(before);
        }
        set(entry, value, block);
    }

    /** Makes a value unset. */
    void clear(long entry, int value) {
        if (!isSet(entry, value)) {
            return;
        }
        if ((bytesValues >>> value & 1) != 0) {
            table.free(get(entry, value));
        }
        put(entry, VALUES + value * Long.BYTES, 0);
        put(entry, SET, at(entry, SET) & ~(1L << value));
    }

    /** Makes all values unset. */
    void clear(long entry) {
        for (long set = at(entry, SET); set != 0; set &= set - 1) {
            clear(entry, Long.numberOfTrailingZeros(set));
        }
    }

    /** Whether a key has neither values nor timers. */
    boolean isEmpty(long entry) {
        return at(entry, SET) == 0 && at(entry, TIMERS) == 0;
    }

    /** First watermark by which the key is forgotten. */
    long deadline(long entry) {
        return at(entry, DEADLINE);
    }

    /** Sets the deadline. */
    void deadline(long entry, long dueNs) {
        put(entry, DEADLINE, dueNs);
    }

    /** Whether the index of deadlines leads to the entry. */
    boolean isListed(long entry) {
        return at(entry, LISTED) != 0;
    }

    /** Notes whether the index of deadlines leads to the entry. */
    void listed(long entry, boolean listed) {
        put(entry, LISTED, listed ? 1 : 0);
        refer(entry, listed ? 1 : -1);
    }

    /** Notes that so many more records of indexes lead to the entry. */
    void refer(long entry, int more) {
        put(entry, REFERENCES, at(entry, REFERENCES) + more);
    }

    /** Removes an entry that means nothing and to which nothing leads. */
    void removeIfDone(long entry) {
        if (at(entry, REFERENCES) == 0 && isEmpty(entry)) {
            table.remove(entry);
        }
    }

    /** Address of the slot of the chain of timers, to be written. */
    long timersForUpdate(long entry) {
        return table.valueForUpdate(entry) + TIMERS;
    }

    /** Head of the chain of timers. */
    long timers(long entry) {
        return at(entry, TIMERS);
    }

    private long at(long entry, int offset) {
        return OffHeap.getLong(table.value(entry) + offset);
    }

    private void put(long entry, int offset, long value) {
        OffHeap.putLong(table.valueForUpdate(entry) + offset, value);
    }
}
