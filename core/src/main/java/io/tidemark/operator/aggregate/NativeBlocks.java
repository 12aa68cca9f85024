package io.tidemark.operator.aggregate;

import io.tidemark.memory.OffHeap;

/**
 * Native memory in blocks of some sizes, four for each power of two, so that a block is at most a quarter larger than asked for. One that is given back is
 * kept for the next that is taken. Engine thread only.
 */
final class NativeBlocks implements AutoCloseable {
    private static final int LEAST_BYTES = 64;
    private static final int STEP_BITS = 2;
    private static final int STEPS = 1 << STEP_BITS;

    /** The first free block of each size; each leads to the next. */
    private final long[] free = new long[Long.SIZE << STEP_BITS];

    /** The smallest size that has so many bytes. */
    static int size(long bytes) {
        long last = Math.max(bytes, LEAST_BYTES) - 1;
        int shift = Long.SIZE - 1 - Long.numberOfLeadingZeros(last) - STEP_BITS;
        return (shift << STEP_BITS) + (int) (last >>> shift) - STEPS + 1;
    }

    /** Bytes of a size. */
    static long bytes(int size) {
        return (long) ((size & STEPS - 1) + STEPS) << (size >>> STEP_BITS);
    }

    /** A block of a size, not zeroed. */
    long take(int size) {
        long block = free[size];
        if (block == 0) {
            return OffHeap.reserve(bytes(size));
        }
        free[size] = OffHeap.getLong(block);
        return block;
    }

    /** Gives a block back. */
    void give(long block, int size) {
        OffHeap.putLong(block, free[size]);
        free[size] = block;
    }

    /** Frees the blocks that were given back. */
    @Override
    public void close() {
        for (int size = 0; size < free.length; size++) {
            while (free[size] != 0) {
                OffHeap.free(take(size));
            }
        }
    }
}
