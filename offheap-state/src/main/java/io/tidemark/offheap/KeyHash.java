package io.tidemark.offheap;

import io.tidemark.memory.OffHeap;

/**
 * Seeded hash of key bytes, 32 bits. Pairs of 8 bytes, mixed with what the seed gave and what came before, are multiplied to 128 bits
 * whose halves are folded together, so that keys which collide under one seed do not under another.
 *
 * @param start begins every hash
 * @param factor mixes in
 * @param mask bits of a hash that are left; all but in tests
 */
record KeyHash(long start, long factor, int mask) {
    private static final long GOLDEN = 0x9E37_79B9_7F4A_7C15L;

    private static final int PAIR = 16;

    KeyHash(long seed) {
        this(seed, -1);
    }

    /** For tests: only the bits of {@code mask} are left, so that hashes collide. */
    KeyHash(long seed, int mask) {
        this(fold(seed ^ GOLDEN, GOLDEN), fold(seed + GOLDEN, ~GOLDEN) | 1, mask);
    }

    /** Hash of {@code bytes}, a multiple of 8. Keys of one column have 16 bytes, so these go without a loop. */
    int of(long address, int bytes) {
        long hash = bytes == PAIR ? pair(address, start ^ PAIR) : loop(address, bytes);
        return (int) fold(hash, factor) & mask;
    }

    private long pair(long address, long hash) {
        return fold(OffHeap.getLong(address) ^ factor, OffHeap.getLong(address + Long.BYTES) ^ hash);
    }

    private long loop(long address, int bytes) {
        long hash = start ^ bytes;
        int offset = 0;
        for (; offset + PAIR <= bytes; offset += PAIR) {
            hash = pair(address + offset, hash);
        }
        return offset < bytes ? fold(OffHeap.getLong(address + offset) ^ factor, hash) : hash;
    }

    private static long fold(long left, long right) {
        return Math.multiplyHigh(left, right) ^ left * right;
    }
}
