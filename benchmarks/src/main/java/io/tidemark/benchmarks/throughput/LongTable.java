package io.tidemark.benchmarks.throughput;

import java.util.Arrays;

/** Longs by longs in one array of pairs: open addressing, linear probing, removal by moving back. Of a fixed size. */
final class LongTable {
    static final long ABSENT = Long.MIN_VALUE;

    private final long[] slots;
    private final int mask;

    /** A table for at most so many keys, none of which may be {@link #ABSENT}. */
    LongTable(long keys) {
        int capacity = Integer.highestOneBit((int) Math.min(keys, 1 << 27)) * 2;
        slots = new long[capacity * 2];
        mask = capacity - 1;
        Arrays.fill(slots, ABSENT);
    }

    /** Adds a key with its value, where it is not there. Whether it was added. */
    boolean add(long key, long value) {
        int at = slot(key);
        while (slots[at << 1] != ABSENT) {
            if (slots[at << 1] == key) {
                return false;
            }
            at = at + 1 & mask;
        }
        slots[at << 1] = key;
        slots[(at << 1) + 1] = value;
        return true;
    }

    /** Index of a key for {@link #value}, or -1. */
    int find(long key) {
        int at = slot(key);
        while (slots[at << 1] != key) {
            if (slots[at << 1] == ABSENT) {
                return -1;
            }
            at = at + 1 & mask;
        }
        return at;
    }

    long value(int index) {
        return slots[(index << 1) + 1];
    }

    void value(int index, long value) {
        slots[(index << 1) + 1] = value;
    }

    /** Removes what {@link #find} found. */
    void remove(int index) {
        int hole = index;
        for (int at = hole + 1 & mask; slots[at << 1] != ABSENT; at = at + 1 & mask) {
            int home = slot(slots[at << 1]);
            if ((at - home & mask) >= (at - hole & mask)) {
                slots[hole << 1] = slots[at << 1];
                slots[(hole << 1) + 1] = slots[(at << 1) + 1];
                hole = at;
            }
        }
        slots[hole << 1] = ABSENT;
    }

    private int slot(long key) {
        return (int) (Events.scramble(key) & mask);
    }
}
