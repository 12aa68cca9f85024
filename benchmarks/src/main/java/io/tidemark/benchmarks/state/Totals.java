package io.tidemark.benchmarks.state;

import io.tidemark.memory.OffHeap;

/** Count, sum, min and max of one key: as 48 bytes of native memory, or as an object. */
final class Totals {
    /** Bytes of the native form, 16 of them spare. */
    static final int BYTES = 48;

    private long count;
    private long sum;
    private long min = Long.MAX_VALUE;
    private long max = Long.MIN_VALUE;

    void add(long value) {
        count++;
        sum += value;
        min = Math.min(min, value);
        max = Math.max(max, value);
    }

    long total() {
        return count + sum + min + max;
    }

    static void clear(long address) {
        OffHeap.putLong(address, 0);
        OffHeap.putLong(address + 8, 0);
        OffHeap.putLong(address + 16, Long.MAX_VALUE);
        OffHeap.putLong(address + 24, Long.MIN_VALUE);
    }

    static void add(long address, long value) {
        OffHeap.putLong(address, OffHeap.getLong(address) + 1);
        OffHeap.putLong(address + 8, OffHeap.getLong(address + 8) + value);
        OffHeap.putLong(address + 16, Math.min(OffHeap.getLong(address + 16), value));
        OffHeap.putLong(address + 24, Math.max(OffHeap.getLong(address + 24), value));
    }

    static long total(long address) {
        return OffHeap.getLong(address)
                + OffHeap.getLong(address + 8)
                + OffHeap.getLong(address + 16)
                + OffHeap.getLong(address + 24);
    }
}
