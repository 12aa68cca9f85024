package io.tidemark.offheap;

import io.tidemark.memory.OffHeap;
import java.util.Arrays;

/**
 * Fills an index with rows that are there already. Many rows are first brought into the order of the low bits of their hashes, by which buckets are chosen: the
 * buckets that one run of them touches then stay in the cache. Costs 8 bytes a row of memory meanwhile; benchmark RecoveryTime.
 */
final class IndexFill {
    /** Rows from which on the sorting pays. */
    private static final int LEAST_SORTED = 1 << 16;
    /** Rows that are sorted at once. */
    private static final int MOST_SORTED = 1 << 24;

    private static final int RUNS = 256;

    private final Rows rows;
    private final int[] ends = new int[RUNS];

    /** Rows to be found by an index, and that index. */
    interface Rows {
        /** The row after a cursor, the first one after 0, 0 after the last one. Its low 32 bits are the reference of the row. */
        long next(long cursor);

        /** Hash of the key of a row. */
        int hash(long cursor);

        /** Adds a row: the high half of the slot is its hash, the low one its reference. Rows of equal hashes are added in the order of the walk. */
        void insert(long slot);
    }

    IndexFill(Rows rows) {
        this.rows = rows;
    }

    /**
     * Adds all rows.
     *
     * @param count how many there are
     */
    void run(long count) {
        if (count < LEAST_SORTED) {
            for (long cursor = rows.next(0); cursor != 0; cursor = rows.next(cursor)) {
                rows.insert(Bucket.slotOf(rows.hash(cursor), (int) cursor));
            }
            return;
        }
        int most = (int) Math.min(count, MOST_SORTED);
        long slots = OffHeap.reserve((long) most * Long.BYTES);
        try {
            long cursor = rows.next(0);
            while (cursor != 0) {
                cursor = runSorted(cursor, most, slots);
            }
        } finally {
            OffHeap.free(slots);
        }
    }

    /** Adds up to {@code most} rows from a cursor on; returns the cursor after them. */
    private long runSorted(long first, int most, long slots) {
        Arrays.fill(ends, 0);
        int count = 0;
        long cursor = first;
        for (; cursor != 0 && count < most; cursor = rows.next(cursor), count++) {
            ends[rows.hash(cursor) & RUNS - 1]++;
        }
        int start = 0;
        for (int run = 0; run < RUNS; run++) {
            int length = ends[run];
            ends[run] = start;
            start += length;
        }
        long at = first;
        for (int i = 0; i < count; i++, at = rows.next(at)) {
            int hash = rows.hash(at);
            int place = ends[hash & RUNS - 1]++;
            OffHeap.putLong(slots + ((long) place << 3), Bucket.slotOf(hash, (int) at));
        }
        for (int i = 0; i < count; i++) {
            rows.insert(OffHeap.getLong(slots + ((long) i << 3)));
        }
        return cursor;
    }
}
