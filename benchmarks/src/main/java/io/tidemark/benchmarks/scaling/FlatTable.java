package io.tidemark.benchmarks.scaling;

/**
 * The yardstick: keys and running totals side by side in one array, open addressing with linear probing, at most seven tenths full. Count, sum, least
 * and greatest value of a key lie in 40 bytes, so that a row touches a cache line or two and no more.
 */
public final class FlatTable {
    private static final int LONGS = 5;

    private final long[] slots;
    private final long capacity;
    private long entries;

    /** An empty table for so many keys. */
    public FlatTable(long keys) {
        capacity = Math.max(16, keys * 10 / 7);
        slots = new long[Math.toIntExact(capacity * LONGS)];
    }

    /** Adds a value to its key. */
    public void add(long key, long value) {
        int at = Math.toIntExact(Math.multiplyHigh(Mix.of(key) >>> 1, capacity << 1)) * LONGS;
        while (slots[at + 1] != 0 && slots[at] != key) {
            at += LONGS;
            if (at == slots.length) {
                at = 0;
            }
        }
        if (slots[at + 1] == 0) {
            entries++;
            slots[at] = key;
            slots[at + 3] = Long.MAX_VALUE;
            slots[at + 4] = Long.MIN_VALUE;
        }
        slots[at + 1]++;
        slots[at + 2] += value;
        slots[at + 3] = Math.min(slots[at + 3], value);
        slots[at + 4] = Math.max(slots[at + 4], value);
    }

    long entries() {
        return entries;
    }

    long bytes() {
        return (long) slots.length * Long.BYTES;
    }

    /** Sum over all keys of the sums, to be compared with what was added. */
    long total() {
        long total = 0;
        for (int at = 0; at < slots.length; at += LONGS) {
            total += slots[at + 1] == 0 ? 0 : slots[at + 2];
        }
        return total;
    }
}
