package io.tidemark.offheap;

import io.tidemark.memory.OffHeap;

/**
 * A block of 4 KiB of the index: either a bucket of slots {@code hash << 32 | PageRef}, or a node of a directory. All addresses in it
 * are native ones: the index is derived from the rows and never saved.
 *
 * <pre>
 *    0  int  number of slots that are taken
 *    4  int  bits of the hash that all its slots share, from the lowest
 *    8  long next block of the pane
 *   16  long overflow bucket, 0 if none
 *   24  509 slots, 0 if empty; in a node: 256 addresses
 * </pre>
 */
final class Bucket {
    /** Bytes of a block. */
    static final int BYTES = 4096;
    /** Slots that may be taken: 13/16 of 512. */
    static final int MAX_COUNT = 416;
    /** Offset of the first slot. */
    static final int SLOTS = 24;
    /** Bits of an index into a node. */
    static final int NODE_BITS = 8;

    private static final int COUNT_AT = 0;
    private static final int DEPTH_AT = 4;
    private static final int NEXT_AT = 8;
    private static final int OVERFLOW_AT = 16;
    private static final int POSITION_SHIFT = 23;
    private static final int HEADER_SLOTS = SLOTS / Long.BYTES;
    private static final int LAST_SLOT = BYTES / Long.BYTES - 1;
    private static final int LIKELY_SLOTS = 4;

    private Bucket() {}

    /** What so many blocks take from the limit. */
    static long chargedBytes(long blocks) {
        return blocks * PageMap.STRIDE * BYTES / Page.PAYLOAD_BYTES;
    }

    static int count(long bucket) {
        return OffHeap.getInt(bucket + COUNT_AT);
    }

    static int depth(long bucket) {
        return OffHeap.getInt(bucket + DEPTH_AT);
    }

    static void setDepth(long bucket, int depth) {
        OffHeap.putInt(bucket + DEPTH_AT, depth);
    }

    static long next(long block) {
        return OffHeap.getLong(block + NEXT_AT);
    }

    static void setNext(long block, long next) {
        OffHeap.putLong(block + NEXT_AT, next);
    }

    static long overflow(long bucket) {
        return OffHeap.getLong(bucket + OVERFLOW_AT);
    }

    static void setOverflow(long bucket, long overflow) {
        OffHeap.putLong(bucket + OVERFLOW_AT, overflow);
    }

    /**
     * Where the search for a hash begins: the high bits choose the slot, the low bits have chosen the bucket. Never one of the last slots, so that those
     * of {@link #likelySlot} follow.
     */
    static long firstSlot(long bucket, int hash) {
        int position = hash >>> POSITION_SHIFT;
        return bucket
                + ((long)
                                (position < HEADER_SLOTS || position > LAST_SLOT - LIKELY_SLOTS + 1
                                        ? position ^ 256
                                        : position)
                        << 3);
    }

    /**
     * Of the four slots in which a hash is most likely found the first that holds it, or any. Without a branch, since which of them it is cannot be
     * predicted; benchmark StateTableUpdate.
     */
    static long likelySlot(long bucket, int hash) {
        long at = firstSlot(bucket, hash);
        long wanted = Integer.toUnsignedLong(hash);
        long found = OffHeap.getLong(at + 3 * Long.BYTES);
        found = choose(OffHeap.getLong(at + 2 * Long.BYTES), wanted, found);
        found = choose(OffHeap.getLong(at + Long.BYTES), wanted, found);
        return choose(OffHeap.getLong(at), wanted, found);
    }

    private static long choose(long slot, long wanted, long otherwise) {
        long taken = (slot >>> 32 ^ wanted) - 1 >> 63;
        return slot & taken | otherwise & ~taken;
    }

    /** The slot after this one, going round. */
    static long nextSlot(long bucket, long slot) {
        long next = slot + Long.BYTES;
        return next == bucket + BYTES ? bucket + SLOTS : next;
    }

    static long slotOf(int hash, int ref) {
        return (long) hash << 32 | Integer.toUnsignedLong(ref);
    }

    /** Adds a slot; there must be room. */
    static void insert(long bucket, long slot) {
        long at = firstSlot(bucket, (int) (slot >>> 32));
        while (OffHeap.getLong(at) != 0) {
            at = nextSlot(bucket, at);
        }
        OffHeap.putLong(at, slot);
        OffHeap.putInt(bucket + COUNT_AT, count(bucket) + 1);
    }

    /** Empties a slot that is taken, and moves those behind it that a search would no longer reach. */
    static void remove(long bucket, long at) {
        long hole = at;
        long next = nextSlot(bucket, hole);
        for (long slot = OffHeap.getLong(next); slot != 0; slot = OffHeap.getLong(next)) {
            long first = firstSlot(bucket, (int) (slot >>> 32));
            boolean behindHole = hole <= next ? hole < first && first <= next : hole < first || first <= next;
            if (!behindHole) {
                OffHeap.putLong(hole, slot);
                hole = next;
            }
            next = nextSlot(bucket, next);
        }
        OffHeap.putLong(hole, 0);
        OffHeap.putInt(bucket + COUNT_AT, count(bucket) - 1);
    }

    /** Copies all slots out and empties the bucket; returns how many. */
    static int drain(long bucket, long to) {
        int drained = 0;
        for (long at = bucket + SLOTS; at < bucket + BYTES; at += Long.BYTES) {
            long slot = OffHeap.getLong(at);
            if (slot != 0) {
                OffHeap.putLong(to + ((long) drained << 3), slot);
                drained++;
            }
        }
        OffHeap.zero(bucket + SLOTS, BYTES - SLOTS);
        OffHeap.putInt(bucket + COUNT_AT, 0);
        return drained;
    }
}
