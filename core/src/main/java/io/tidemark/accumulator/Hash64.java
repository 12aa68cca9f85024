package io.tidemark.accumulator;

import io.tidemark.memory.OffHeap;

/**
 * Hashes of values in 64 bits, the same in every run and on every machine: what sets and sketches hold depends on them.
 *
 * <p>Of 8 bytes: the finalizer of SplitMix64 (Steele, Lea and Flood, Fast Splittable Pseudorandom Number Generators, OOPSLA 2014), which
 * maps no two values to one hash. Of more: XXH64 by its published specification (Yann Collet,
 * github.com/Cyan4973/xxHash, doc/xxhash_spec.md).
 */
final class Hash64 {
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;
    private static final long PRIME_1 = 0x9E3779B185EBCA87L;
    private static final long PRIME_2 = 0xC2B2AE3D27D4EB4FL;
    private static final long PRIME_3 = 0x165667B19E3779F9L;
    private static final long PRIME_4 = 0x85EBCA77C2B2AE63L;
    private static final long PRIME_5 = 0x27D4EB2F165667C5L;
    private static final int STRIPE = 32;

    private Hash64() {}

    /** Hash of 8 bytes. */
    static long of(long word) {
        long z = word + GOLDEN;
        z = (z ^ z >>> 30) * 0xBF58476D1CE4E5B9L;
        z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
        return z ^ z >>> 31;
    }

    /** Hash of bytes. */
    static long of(long address, int length) {
        long at = address;
        long end = address + length;
        long hash;
        if (length >= STRIPE) {
            long lane1 = PRIME_1 + PRIME_2;
            long lane2 = PRIME_2;
            long lane3 = 0;
            long lane4 = -PRIME_1;
            for (; at <= end - STRIPE; at += STRIPE) {
                lane1 = round(lane1, OffHeap.getLong(at));
                lane2 = round(lane2, OffHeap.getLong(at + 8));
                lane3 = round(lane3, OffHeap.getLong(at + 16));
                lane4 = round(lane4, OffHeap.getLong(at + 24));
            }
            hash = Long.rotateLeft(lane1, 1)
                    + Long.rotateLeft(lane2, 7)
                    + Long.rotateLeft(lane3, 12)
                    + Long.rotateLeft(lane4, 18);
            hash = merge(merge(merge(merge(hash, lane1), lane2), lane3), lane4);
        } else {
            hash = PRIME_5;
        }
        return finish(hash + length, at, end);
    }

    private static long finish(long begun, long from, long end) {
        long hash = begun;
        long at = from;
        for (; at <= end - Long.BYTES; at += Long.BYTES) {
            hash = Long.rotateLeft(hash ^ round(0, OffHeap.getLong(at)), 27) * PRIME_1 + PRIME_4;
        }
        if (at <= end - Integer.BYTES) {
            hash = Long.rotateLeft(hash ^ Integer.toUnsignedLong(OffHeap.getInt(at)) * PRIME_1, 23) * PRIME_2 + PRIME_3;
            at += Integer.BYTES;
        }
        for (; at < end; at++) {
            hash = Long.rotateLeft(hash ^ Byte.toUnsignedLong(OffHeap.getByte(at)) * PRIME_5, 11) * PRIME_1;
        }
        hash = (hash ^ hash >>> 33) * PRIME_2;
        hash = (hash ^ hash >>> 29) * PRIME_3;
        return hash ^ hash >>> 32;
    }

    private static long round(long lane, long word) {
        return Long.rotateLeft(lane + word * PRIME_2, 31) * PRIME_1;
    }

    private static long merge(long hash, long lane) {
        return (hash ^ round(0, lane)) * PRIME_1 + PRIME_4;
    }
}
