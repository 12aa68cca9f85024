package io.tidemark.offheap;

import io.tidemark.memory.OffHeap;

/** Divides a full bucket, and the overflow buckets behind it, by one bit of the hash. */
final class BucketSplit {
    private BucketSplit() {}

    /**
     * Whether a split is worth it: the hashes differ in the bits that are left, and not nearly all of them (7/8) are one and the same
     * value, which no split tears apart.
     */
    static boolean separates(long bucket, int bits) {
        int candidate = 0;
        int votes = 0;
        int differing = 0;
        int first = 0;
        int count = 0;
        for (long part = bucket; part != 0; part = Bucket.overflow(part)) {
            for (long at = part + Bucket.SLOTS; at < part + Bucket.BYTES; at += Long.BYTES) {
                long slot = OffHeap.getLong(at);
                if (slot != 0) {
                    int hash = (int) (slot >>> 32);
                    first = count == 0 ? hash : first;
                    differing |= hash ^ first;
                    count++;
                    candidate = votes == 0 ? hash : candidate;
                    votes += hash == candidate ? 1 : -1;
                }
            }
        }
        int usable = (1 << Directory.MAX_DEPTH) - (1 << bits);
        return (differing & usable) != 0 && (votes <= 0 || countOf(bucket, candidate) <= count - count / 8);
    }

    private static int countOf(long bucket, int hash) {
        int count = 0;
        for (long part = bucket; part != 0; part = Bucket.overflow(part)) {
            for (long at = part + Bucket.SLOTS; at < part + Bucket.BYTES; at += Long.BYTES) {
                long slot = OffHeap.getLong(at);
                if (slot != 0 && (int) (slot >>> 32) == hash) {
                    count++;
                }
            }
        }
        return count;
    }

    /** Moves the slots that have the bit to {@code upper}, an empty bucket. */
    static void split(long lower, long upper, int bit, long scratch) {
        Bucket.setDepth(lower, bit + 1);
        Bucket.setDepth(upper, bit + 1);
        if (Bucket.overflow(lower) == 0) {
            int count = Bucket.drain(lower, scratch);
            for (int index = 0; index < count; index++) {
                long slot = OffHeap.getLong(scratch + ((long) index << 3));
                Bucket.insert((slot >>> 32 & 1L << bit) == 0 ? lower : upper, slot);
            }
            return;
        }
        splitChain(lower, upper, bit);
    }

    /** The same for a chain; together with {@code upper} its buckets are always enough for both sides. */
    private static void splitChain(long lower, long upper, int bit) {
        int parts = 0;
        for (long part = lower; part != 0; part = Bucket.overflow(part)) {
            parts++;
        }
        long slots = OffHeap.reserve((long) parts * Bucket.BYTES);
        long count = 0;
        for (long part = lower; part != 0; part = Bucket.overflow(part)) {
            count += Bucket.drain(part, slots + (count << 3));
        }
        long spare = Bucket.overflow(lower);
        Bucket.setOverflow(lower, 0);
        long lowerAt = lower;
        long upperAt = upper;
        for (long index = 0; index < count; index++) {
            long slot = OffHeap.getLong(slots + (index << 3));
            boolean high = (slot >>> 32 & 1L << bit) != 0;
            long target = high ? upperAt : lowerAt;
            if (Bucket.count(target) == Bucket.MAX_COUNT) {
                long added = spare;
                spare = Bucket.overflow(added);
                Bucket.setOverflow(added, 0);
                Bucket.setOverflow(target, added);
                target = added;
                upperAt = high ? added : upperAt;
                lowerAt = high ? lowerAt : added;
            }
            Bucket.insert(target, slot);
        }
        if (spare != 0) {
            Bucket.setOverflow(lowerAt, spare);
        }
        OffHeap.free(slots);
    }
}
