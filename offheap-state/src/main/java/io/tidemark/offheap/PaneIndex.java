package io.tidemark.offheap;

import io.tidemark.memory.OffHeap;

/**
 * Finds rows of one pane, or entries of one table, by key: an extendible hash. A full bucket is split by one more bit of the hash; buckets of equal hashes,
 * which no bit can tell apart, get overflow buckets. A split moves the slots of one bucket, about 2 us; there is no rehash.
 */
final class PaneIndex {
    /** Rows per bucket that a new pane is laid out for: far enough below the most for an even hash never to split. */
    private static final int PLANNED_COUNT = 320;

    private final PageAddresses pages;
    private final BucketPool pool;
    private final RowLayout layout;
    private final Directory directory;

    PaneIndex(PageAddresses pages, BucketPool pool, RowLayout layout, IndexOwner owner) {
        this.pages = pages;
        this.pool = pool;
        this.layout = layout;
        this.directory = new Directory(pool, owner);
    }

    /** Depth at which so many rows need no split. */
    static int depthFor(long rows) {
        int depth = 0;
        while (depth < Directory.MAX_DEPTH && rows >>> depth > PLANNED_COUNT) {
            depth++;
        }
        return depth;
    }

    /** Buckets and nodes of an index that is laid out for so many rows. */
    static long blocksFor(long rows) {
        int depth = depthFor(rows);
        long most = 1L << depth;
        long nodes = depth == 0 ? 0 : (most >> Bucket.NODE_BITS) + (most >> 2 * Bucket.NODE_BITS) + 2;
        return Math.min(rows, most) + nodes;
    }

    void open(int depth) {
        directory.open(depth);
    }

    void close() {
        directory.close();
    }

    int baseDepth() {
        return directory.baseDepth();
    }

    int blocks() {
        return directory.blocks();
    }

    /** The row with this key, or 0. */
    int find(int hash, long key, int keyBytes) {
        long bucket = directory.bucket(hash);
        if (bucket == 0) {
            return 0;
        }
        long likely = Bucket.likelySlot(bucket, hash);
        if ((int) (likely >>> 32) == hash
                && (int) likely != 0
                && layout.matches(pages.place((int) likely), key, keyBytes)) {
            return (int) likely;
        }
        return findFurther(bucket, hash, key, keyBytes);
    }

    private int findFurther(long first, int hash, long key, int keyBytes) {
        long bucket = first;
        while (bucket != 0) {
            long at = Bucket.firstSlot(bucket, hash);
            for (long slot = OffHeap.getLong(at); slot != 0; slot = OffHeap.getLong(at)) {
                if ((int) (slot >>> 32) == hash && layout.matches(pages.place((int) slot), key, keyBytes)) {
                    return (int) slot;
                }
                at = Bucket.nextSlot(bucket, at);
            }
            bucket = Bucket.overflow(bucket);
        }
        return 0;
    }

    /** A bucket that has room for one more row with this hash; nothing that can be seen changes if this fails. */
    long room(int hash) {
        long bucket = directory.bucket(hash);
        if (bucket == 0) {
            return directory.addBase(hash);
        }
        while (true) {
            long roomy = roomIn(bucket);
            if (roomy != 0) {
                return roomy;
            }
            bucket = enlarge(bucket, hash);
        }
    }

    /** Forgets a row that is in the index. */
    void remove(int hash, int ref) {
        long wanted = Bucket.slotOf(hash, ref);
        for (long bucket = directory.bucket(hash); bucket != 0; bucket = Bucket.overflow(bucket)) {
            long at = Bucket.firstSlot(bucket, hash);
            for (long slot = OffHeap.getLong(at); slot != 0; slot = OffHeap.getLong(at)) {
                if (slot == wanted) {
                    Bucket.remove(bucket, at);
                    return;
                }
                at = Bucket.nextSlot(bucket, at);
            }
        }
        assert false : "reference " + ref + " is not in the index";
    }

    private static long roomIn(long bucket) {
        for (long at = bucket; at != 0; at = Bucket.overflow(at)) {
            if (Bucket.count(at) < Bucket.MAX_COUNT) {
                return at;
            }
        }
        return 0;
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
}
