package io.tidemark.offheap;

import io.tidemark.memory.OffHeap;

/**
 * Finds the last row of a key in a log: an extendible hash whose slots are not taken out when their rows go. Such a slot leads nowhere and is
 * passed over; a bucket that is full throws them out before it is split, and some buckets are looked through for each new page of the log.
 *
 * @param pool where buckets come from
 * @param layout layout of a row
 * @param directory leads from a hash to its bucket
 * @param search what the index changes in itself
 */
record LogIndex(LogRing ring, BucketPool pool, RowLayout layout, Directory directory, Search search) {
    /** Slots of a bucket that may lead to rows after throwing out the others; with more it is split. */
    private static final int MOST_KEPT = 388;
    /** Below so many blocks, 16 MiB, room is spent for short searches: a bucket is looked through and split when it is emptier. */
    private static final int SPACIOUS_BLOCKS = 4096;

    private static final int SPACIOUS_COUNT = 320;
    private static final int SPACIOUS_KEPT = 128;
    /** Bits of a hash by which buckets are visited, in the order in which splits divide them. */
    private static final int VISIT_BITS = Directory.MAX_DEPTH;

    /** An index of few blocks is visited once for so many pages, a larger one more often. */
    private static final int PAGES_PER_VISIT = 8;

    private static final int FEW_BLOCKS_SHIFT = 15;

    /** What the last search was for and where it ended, and where the next visit goes. */
    private static final class Search {
        /** The bits of a hash in reverse. */
        private int visit;

        private int hash;
        private long bucket;
        /** The slot in which it ended, or the empty one if there was room in its bucket. */
        private long slot;
    }

    static LogIndex of(LogRing ring, BucketPool pool, RowLayout layout, IndexOwner owner) {
        return new LogIndex(ring, pool, layout, new Directory(pool, owner), new Search());
    }

    void open(int depth) {
        directory.open(depth);
        search.visit = 0;
    }

    void close() {
        directory.close();
        search.visit = 0;
    }

    int baseDepth() {
        return directory.baseDepth();
    }

    int blocks() {
        return directory.blocks();
    }

    /** The last row with this key, or 0. What was searched for is remembered for {@link #put}. */
    long find(int hash, long key, int keyBytes) {
        search.hash = hash;
        long bucket = directory.bucket(hash);
        while (bucket != 0) {
            search.bucket = bucket;
            long at = Bucket.firstSlot(bucket, hash);
            for (long slot = OffHeap.getLong(at); slot != 0; slot = OffHeap.getLong(at)) {
                if ((int) (slot >>> 32) == hash) {
                    long row = match((int) slot, key, keyBytes);
                    if (row != 0) {
                        search.slot = at;
                        return row;
                    }
                }
                at = Bucket.nextSlot(bucket, at);
            }
            search.slot = at;
            bucket = Bucket.overflow(bucket);
            if (bucket == 0) {
                return 0;
            }
        }
        search.bucket = 0;
        return 0;
    }

    private long match(int shortReference, long key, int keyBytes) {
        long row = ring.full(shortReference);
        return row != 0 && layout.matches(ring.place(row), key, keyBytes) ? row : 0;
    }

    /** Makes sure that the row of the key that was searched last finds a place; nothing that can be seen changes if this fails. */
    void makeRoom() {
        if (search.bucket == 0 || Bucket.count(search.bucket) >= mostCount() && isEmpty(search.slot)) {
            long bucket = roomy(search.hash);
            long at = Bucket.firstSlot(bucket, search.hash);
            while (OffHeap.getLong(at) != 0) {
                at = Bucket.nextSlot(bucket, at);
            }
            search.bucket = bucket;
            search.slot = at;
        }
    }

    private int mostCount() {
        return directory.blocks() < SPACIOUS_BLOCKS ? SPACIOUS_COUNT : Bucket.MAX_COUNT;
    }

    private static boolean isEmpty(long slot) {
        return OffHeap.getLong(slot) == 0;
    }

    /** Lets the key that was searched last, and has room, lead to a row. */
    void put(long row) {
        if (isEmpty(search.slot)) {
            OffHeap.putInt(search.bucket, Bucket.count(search.bucket) + 1);
        }
        OffHeap.putLong(search.slot, Bucket.slotOf(search.hash, (int) row));
    }

    /** A bucket with room for a hash whose key is in none. */
    private long roomy(int hash) {
        long bucket = directory.bucket(hash);
        if (bucket == 0) {
            return directory.addBase(hash);
        }
        int most = mostCount();
        int mostKept = most == SPACIOUS_COUNT ? SPACIOUS_KEPT : MOST_KEPT;
        while (true) {
            for (long part = bucket; part != 0; part = Bucket.overflow(part)) {
                if (Bucket.count(part) < most || clean(part) <= mostKept) {
                    return part;
                }
            }
            bucket = enlarge(bucket, hash);
        }
    }

    /** Splits a full bucket or gives it an overflow bucket; returns the bucket of the hash. */
    private long enlarge(long bucket, int hash) {
        int bits = Bucket.depth(bucket);
        if (bits >= Directory.MAX_DEPTH || !BucketSplit.separates(bucket, bits)) {
            long overflow = directory.take();
            Bucket.setOverflow(overflow, Bucket.overflow(bucket));
            Bucket.setOverflow(bucket, overflow);
            return bucket;
        }
        int prefix = hash & (1 << bits) - 1;
        long upper = directory.prepareSplit(prefix, bits);
        BucketSplit.split(bucket, upper, bits, pool.scratch());
        directory.publishSplit(prefix, bits, bucket, upper);
        return (hash & 1 << bits) == 0 ? bucket : upper;
    }

    /** Throws out the slots of a bucket that lead nowhere; returns how many are left. */
    private int clean(long bucket) {
        long scratch = pool.scratch();
        int kept = 0;
        for (long at = bucket + Bucket.SLOTS; at < bucket + Bucket.BYTES; at += Long.BYTES) {
            long slot = OffHeap.getLong(at);
            OffHeap.putLong(scratch + ((long) kept << 3), slot);
            kept += slot != 0 && ring.full((int) slot) != 0 ? 1 : 0;
        }
        if (kept < Bucket.count(bucket)) {
            OffHeap.zero(bucket + Bucket.SLOTS, Bucket.BYTES - Bucket.SLOTS);
            OffHeap.putInt(bucket, 0);
            for (int index = 0; index < kept; index++) {
                Bucket.insert(bucket, OffHeap.getLong(scratch + ((long) index << 3)));
            }
        }
        return kept;
    }

    /**
     * Cleans some buckets, one after the other. All have their turn long before a sequence number is given out again, so no slot is left that
     * leads to a page which is another one now.
     */
    void visitSome(long sequence) {
        int visits = directory.blocks() >>> FEW_BLOCKS_SHIFT;
        for (int left = (sequence & PAGES_PER_VISIT - 1) == 0 ? visits + 1 : visits; left > 0; left--) {
            visitNext();
        }
    }

    private void visitNext() {
        int hash = Integer.reverse(search.visit << Integer.SIZE - VISIT_BITS);
        long bucket = directory.bucket(hash);
        int depth = bucket == 0 ? directory.baseDepth() : Bucket.depth(bucket);
        for (long part = bucket; part != 0; part = Bucket.overflow(part)) {
            clean(part);
        }
        search.visit = search.visit + (1 << VISIT_BITS - depth) & (1 << VISIT_BITS) - 1;
    }
}
