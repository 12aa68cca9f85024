package io.tidemark.offheap;

import io.tidemark.memory.OffHeap;

/**
 * Seeded hash of key bytes, 32 bits. Pairs of 8 bytes, mixed with what the seed gave and what came before, are multiplied to 128 bits
 * whose halves are folded together, so that keys which collide under one seed do not under another.
 */
final class KeyHash {
    private static final long GOLDEN = 0x9E37_79B9_7F4A_7C15L;

    private static final int PAIR = 16;

    private final long start;
    private final long factor;
    private final int mask;

    KeyHash(long seed) {
        this(seed, -1);
    }

    /** For tests: only the bits of {@code mask} are left, so that hashes collide. */
    KeyHash(long seed, int mask) {
        start = fold(seed ^ GOLDEN, GOLDEN);
        factor = fold(seed + GOLDEN, ~GOLDEN) | 1;
        this.mask = mask;
    }

    /** Hash of {@code bytes}, a multiple of 8. */
    int of(long address, int bytes) {
        long hash = start ^ bytes;
        int offset = 0;
        for (; offset + PAIR <= bytes; offset += PAIR) {
            hash = fold(OffHeap.getLong(address + offset) ^ factor, OffHeap.getLong(address + offset + 8) ^ hash);
        }
        if (offset < bytes) {
            hash = fold(OffHeap.getLong(address + offset) ^ factor, hash);
        }
        return (int) fold(hash, factor) & mask;
    }

    private static long fold(long left, long right) {
        return Math.multiplyHigh(left, right) ^ left * right;
    }
}
