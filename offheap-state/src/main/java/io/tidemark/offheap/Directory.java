package io.tidemark.offheap;

import io.tidemark.memory.OffHeap;

/**
 * The directory of one index: low bits of a hash to bucket, as a tree of nodes of 256 entries. It doubles without copying: an empty
 * entry stands for the entry that has one bit less.
 *
 * <p>Depth 0 has no node: the root is the bucket. A table of 90 000 rows has one node.
 */
final class Directory {
    /** Bits after which buckets are no longer split but chained: 8 million buckets. */
    static final int MAX_DEPTH = 23;

    private static final int ENTRIES = 1 << Bucket.NODE_BITS;

    private final BucketPool pool;
    private final IndexOwner owner;
    private long root;
    private int depth;
    private int baseDepth;
    private int topShift;
    private int mask;
    private long firstBlock;
    private long lastBlock;
    private int blocks;

    Directory(BucketPool pool, IndexOwner owner) {
        this.pool = pool;
        this.owner = owner;
    }

    /** Starts empty with a depth; buckets are made when a hash needs them. */
    void open(int startDepth) {
        root = 0;
        depth = startDepth;
        baseDepth = startDepth;
        topShift = shiftOf(startDepth);
        mask = (1 << startDepth) - 1;
        firstBlock = 0;
        lastBlock = 0;
        blocks = 0;
    }

    /** Frees all buckets and nodes at once. */
    void close() {
        if (blocks > 0) {
            pool.freeChain(owner, firstBlock, lastBlock, blocks);
        }
        open(0);
    }

    private static int shiftOf(int depth) {
        return (depth + Bucket.NODE_BITS - 1) / Bucket.NODE_BITS * Bucket.NODE_BITS - Bucket.NODE_BITS;
    }

    int baseDepth() {
        return baseDepth;
    }

    /** Buckets and nodes. */
    int blocks() {
        return blocks;
    }

    /** The bucket of a hash, or 0 when none was made yet. */
    long bucket(int hash) {
        long bucket = entry(hash & mask);
        return bucket != 0 ? bucket : lower(hash);
    }

    private long entry(int index) {
        long block = root;
        for (int shift = topShift; shift >= 0 && block != 0; shift -= Bucket.NODE_BITS) {
            block = OffHeap.getLong(slot(block, index, shift));
        }
        return block;
    }

    private static long slot(long node, int index, int shift) {
        return node + Bucket.SLOTS + ((long) (index >>> shift & ENTRIES - 1) << 3);
    }

    private long lower(int hash) {
        for (int bits = depth - 1; bits >= baseDepth; bits--) {
            long bucket = entry(hash & (1 << bits) - 1);
            if (bucket != 0) {
                remember(hash & mask, bucket);
                return bucket;
            }
        }
        return 0;
    }

    /** Spares the next search the way down, where a node is there to hold the entry. */
    private void remember(int index, long bucket) {
        long node = root;
        for (int shift = topShift; shift > 0 && node != 0; shift -= Bucket.NODE_BITS) {
            node = OffHeap.getLong(slot(node, index, shift));
        }
        if (node != 0) {
            OffHeap.putLong(slot(node, index, 0), bucket);
        }
    }

    /** Makes the first bucket for a hash that has none. */
    long addBase(int hash) {
        int prefix = hash & (1 << baseDepth) - 1;
        makePath(prefix);
        long bucket = take();
        Bucket.setDepth(bucket, baseDepth);
        set(prefix, bucket);
        return bucket;
    }

    /** Makes room for the buckets of one bit more than {@code bits}, and a bucket that is not in the directory yet. */
    long prepareSplit(int prefix, int bits) {
        if (bits == depth) {
            deepen();
        }
        makePath(prefix | 1 << bits);
        return take();
    }

    private void deepen() {
        int shift = shiftOf(depth + 1);
        if (shift > topShift && root != 0) {
            long node = take();
            OffHeap.putLong(slot(node, 0, 0), root);
            root = node;
        }
        topShift = shift;
        depth++;
        mask = (1 << depth) - 1;
    }

    private void makePath(int index) {
        if (topShift < 0) {
            return;
        }
        if (root == 0) {
            root = take();
        }
        long node = root;
        for (int shift = topShift; shift > 0; shift -= Bucket.NODE_BITS) {
            long slot = slot(node, index, shift);
            node = OffHeap.getLong(slot);
            if (node == 0) {
                node = take();
                OffHeap.putLong(slot, node);
            }
        }
    }

    /** Takes a block that goes back with the pane. */
    long take() {
        long block = pool.take(owner);
        Bucket.setNext(block, firstBlock);
        firstBlock = block;
        if (lastBlock == 0) {
            lastBlock = block;
        }
        blocks++;
        return block;
    }

    /** Puts {@code upper} in the place of all hashes that end in {@code prefix} with bit {@code bits} set. */
    void publishSplit(int prefix, int bits, long lower, long upper) {
        int first = prefix | 1 << bits;
        set(first, upper);
        if (topShift >= 0 && root != 0) {
            replace(root, topShift, first, bits + 1, lower, upper);
        }
    }

    private static void replace(long node, int shift, int prefix, int bits, long from, long to) {
        int fixed = Math.max(0, Math.min(Bucket.NODE_BITS, bits - shift));
        int start = prefix >>> shift & (1 << fixed) - 1;
        for (int at = start; at < ENTRIES; at += 1 << fixed) {
            long slot = node + Bucket.SLOTS + ((long) at << 3);
            long child = OffHeap.getLong(slot);
            if (shift > 0 && child != 0) {
                replace(child, shift - Bucket.NODE_BITS, prefix, bits, from, to);
            } else if (child == from) {
                OffHeap.putLong(slot, to);
            }
        }
    }

    private void set(int index, long bucket) {
        long node = root;
        for (int shift = topShift; shift > 0; shift -= Bucket.NODE_BITS) {
            node = OffHeap.getLong(slot(node, index, shift));
        }
        if (topShift < 0) {
            root = bucket;
        } else {
            OffHeap.putLong(slot(node, index, 0), bucket);
        }
    }
}
