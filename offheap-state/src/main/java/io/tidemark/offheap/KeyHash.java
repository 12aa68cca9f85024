package io.tidemark.offheap;

import io.tidemark.memory.OffHeap;

/**
 * Seeded hash of key bytes, 32 bits. Each 8 bytes are multiplied to 128 bits with an odd factor that comes from the seed, and the
 * halves are folded together, so that keys which collide under one seed do not under another.
 */
final class KeyHash {
    private static final long GOLDEN = 0x9E37_79B9_7F4A_7C15L;

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
        for (int offset = 0; offset < bytes; offset += Long.BYTES) {
            hash = fold(hash ^ OffHeap.getLong(address + offset), factor);
        }
        hash = fold(hash ^ GOLDEN, factor);
        return (int) (hash ^ hash >>> 32) & mask;
    }

    private static long fold(long left, long right) {
        return Math.multiplyHigh(left, right) ^ left * right;
    }
}
