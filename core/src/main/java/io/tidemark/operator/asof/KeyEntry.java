package io.tidemark.operator.asof;

import io.tidemark.memory.OffHeap;
import io.tidemark.state.EntryTable;

/** Layout of the value of a key: the chains of its rows, and what else refers to it. A key goes when nothing does. */
final class KeyEntry {
    /** Slot of the chain of right rows. */
    static final int RIGHT_ROWS = 0;
    /** Slot of the chain of waiting left rows, where there is one. */
    static final int WAITING_CHAIN = 8;
    /** Number of waiting left rows. */
    static final int WAITING = 16;
    /** Number of records in the index of trims that name this entry. */
    static final int RECORDS = 24;
    /** Whether one of them counts. */
    static final int ARMED = 32;
    /** Due time of the one that counts. */
    static final int TRIM_DUE = 40;

    static final int BYTES = 48;

    private KeyEntry() {}

    static long get(EntryTable keys, long entry, int field) {
        return OffHeap.getLong(keys.value(entry) + field);
    }

    static void set(EntryTable keys, long entry, int field, long value) {
        OffHeap.putLong(keys.valueForUpdate(entry) + field, value);
    }

    static void add(EntryTable keys, long entry, int field, long change) {
        long value = keys.valueForUpdate(entry) + field;
        OffHeap.putLong(value, OffHeap.getLong(value) + change);
    }

    /** Removes an entry to which nothing refers any more. */
    static void removeIfUnused(EntryTable keys, long entry) {
        long value = keys.value(entry);
        if (OffHeap.getLong(value + RIGHT_ROWS) == EntryTable.NONE
                && OffHeap.getLong(value + WAITING) == 0
                && OffHeap.getLong(value + RECORDS) == 0) {
            keys.remove(entry);
        }
    }
}
