package io.tidemark.benchmarks.throughput;

import java.util.Arrays;

/** Longs by longs in arrays: open addressing, linear probing, removal by moving back. Of a fixed size, a third full or less. */
final class LongTable {
    private static final long ABSENT = Long.MIN_VALUE;
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    private final long[] slots;
    private final long[] values;
    private final int mask;
    private final int shift;

    /**
     * An empty table.
     *
     * @param keys greatest number of keys, each but the least of all longs
     * @param withValues whether keys have values
     */
    LongTable(long keys, boolean withValues) {
        int capacity = Integer.highestOneBit((int) Math.min(keys, 1 << 27)) * 4;
        slots = new long[capacity];
        values = withValues ? new long[capacity] : null;
        mask = capacity - 1;
        shift = Long.numberOfLeadingZeros(mask);
        Arrays.fill(slots, ABSENT);
    }

    /** Adds a key, where it is not there. Whether it was added. */
    boolean add(long key) {
        int at = home(key);
        while (slots[at] != ABSENT) {
            if (slots[at] == key) {
                return false;
            }
            at = at + 1 & mask;
        }
        slots[at] = key;
        return true;
    }

    /** Sets the value of a key that is not there. */
    void put(long key, long value) {
        int at = home(key);
        while (slots[at] != ABSENT) {
            at = at + 1 & mask;
        }
        slots[at] = key;
        values[at] = value;
    }

    /** Index of a key, or -1. */
    int find(long key) {
        int at = home(key);
        while (slots[at] != key) {
            if (slots[at] == ABSENT) {
                return -1;
            }
            at = at + 1 & mask;
        }
        return at;
    }

    long value(int index) {
        return values[index];
    }

    void value(int index, long value) {
        values[index] = value;
    }

    /** Removes what {@link #find} found. */
    void remove(int index) {
        int hole = index;
        for (int at = hole + 1 & mask; slots[at] != ABSENT; at = at + 1 & mask) {
            if ((at - home(slots[at]) & mask) >= (at - hole & mask)) {
                slots[hole] = slots[at];
                if (values != null) {
                    values[hole] = values[at];
                }
                hole = at;
            }
        }
        slots[hole] = ABSENT;
    }

    private int home(long key) {
        return (int) (key * GOLDEN >>> shift);
    }
}
