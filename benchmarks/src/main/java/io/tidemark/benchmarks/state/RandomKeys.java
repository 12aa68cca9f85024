package io.tidemark.benchmarks.state;

import io.tidemark.memory.OffHeap;

/** Uniformly random numbers below a bound, and the 16 bytes of the key of a number. */
final class RandomKeys {
    /** Bytes of a key. */
    static final int BYTES = 16;

    private static final long SPREAD = 0x9E37_79B9_7F4A_7C15L;

    private final long buffer = OffHeap.allocate(BYTES);
    private final int bound;
    private long seed = 0x2545_F491_4F6C_DD1DL;

    RandomKeys(int bound) {
        this.bound = bound;
    }

    int next() {
        seed ^= seed << 13;
        seed ^= seed >>> 7;
        seed ^= seed << 17;
        return (int) ((seed >>> 33) * bound >>> 31);
    }

    /** Address of the key of a number, good until the next call. */
    long key(int number) {
        OffHeap.putLong(buffer, number * SPREAD);
        OffHeap.putLong(buffer + 8, number);
        return buffer;
    }

    void close() {
        OffHeap.free(buffer);
    }
}
