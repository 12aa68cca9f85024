package io.tidemark.benchmarks.throughput;

import java.util.Arrays;

/** Ids by the second of their time, in a ring of arrays. No more than 60 s lie between the first and the last. */
final class ExpiryArrays {
    private static final int SLOTS = 64;
    private static final int EARLIER = 3;
    /** Before all times, with room to count from. */
    private static final long NOTHING = Long.MIN_VALUE / 2;

    private final long[][] ids = new long[SLOTS][1024];
    private final int[] sizes = new int[SLOTS];
    private long first = Long.MIN_VALUE;
    private long size;

    void add(long timeNs, long id) {
        long second = timeNs / Events.SECOND;
        if (first == Long.MIN_VALUE) {
            first = second - EARLIER;
        }
        int slot = (int) second & SLOTS - 1;
        if (sizes[slot] == ids[slot].length) {
            ids[slot] = Arrays.copyOf(ids[slot], 2 * sizes[slot]);
        }
        ids[slot][sizes[slot]++] = id;
        size++;
    }

    boolean isEmpty() {
        return size == 0;
    }

    /** End of the first second that was not taken. */
    long firstEndNs() {
        return first == Long.MIN_VALUE ? NOTHING : (first + 1) * Events.SECOND;
    }

    int firstSize() {
        return sizes[(int) first & SLOTS - 1];
    }

    long firstId(int index) {
        return ids[(int) first & SLOTS - 1][index];
    }

    /** Goes on to the next second. */
    void forget() {
        size -= firstSize();
        sizes[(int) first & SLOTS - 1] = 0;
        first++;
    }
}
