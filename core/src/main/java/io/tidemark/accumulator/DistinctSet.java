package io.tidemark.accumulator;

import io.tidemark.memory.OffHeap;
import io.tidemark.state.BytesStore;

/**
 * A set of values in a group. A few stand in the value of the group itself, then come blocks of the store: one leaf that grows to 2 KiB,
 * then a tree of nodes with 128 references each, by 7 bits of the hash a level, over leaves of 2 KiB. Several references of a node
 * may lead to one leaf, as in extendible hashing; a leaf that is full is split in two, and one that has only one reference left gets a node of its
 * own. So a row costs one split of at most 254 entries, except where hashes agree in more bits than they should; and no block has to be copied to a
 * larger one, except the first leaf. Where hashes agree in all bits that the tree looks at, leaves are chained.
 *
 * <p>Layout in the value: number of values (8 bytes), reference of the first block or 0 (8), the first values (32). The word 0 is a flag.
 */
final class DistinctSet {
    static final int BYTES = 48;

    private static final int ROOT = 8;
    private static final int INLINE = 16;
    private static final byte NODE = 2;
    private static final int KIND_AT = 4;
    private static final int NODE_HEADER = 8;
    private static final int NODE_BITS = 7;
    private static final int NODE_ENTRIES = 1 << NODE_BITS;
    private static final int MOST_LEVELS = 5;

    private final int slot;
    private final int flags;
    private final boolean words;
    private final int bytesHeader;
    private final int entryBytes;
    private final DistinctLeaf leaves;

    /**
     * A set.
     *
     * @param slot offset of its {@link #BYTES} in the value
     * @param flags offset of the flag byte
     * @param words whether the values are words, else bytes
     * @param bytesHeader bytes that the user of the set keeps before each value that is bytes
     */
    DistinctSet(int slot, int flags, boolean words, int bytesHeader) {
        this.slot = slot;
        this.flags = flags;
        this.words = words;
        this.bytesHeader = bytesHeader;
        this.entryBytes = words ? Long.BYTES : 2 * Long.BYTES;
        this.leaves = new DistinctLeaf(words, bytesHeader);
    }

    /** Takes entries: a word twice, or a hash and the reference of the bytes. */
    interface Visitor {
        /** One entry. */
        void entry(long hash, long payload);
    }

    /** Address of the value in bytes that {@link #addBytes} made, without a header. */
    static long address(long bytes) {
        return bytes + Integer.BYTES;
    }

    /** Length of that value. */
    static int length(long bytes) {
        return OffHeap.getInt(bytes);
    }

    /** Number of values. */
    long count(long value) {
        return OffHeap.getLong(value + slot);
    }

    /** Whether a word is in the set. */
    boolean hasWord(long value, BytesStore store, long word) {
        if (word == 0) {
            return Flags.has(value + flags, Flags.ZERO);
        }
        long root = OffHeap.getLong(value + slot + ROOT);
        if (root == 0) {
            boolean found = false;
            for (int at = INLINE; at < BYTES; at += Long.BYTES) {
                found |= OffHeap.getLong(value + slot + at) == word;
            }
            return found;
        }
        long hash = Hash64.of(word);
        long leaf = leaf(root, store, hash);
        while (!leaves.hasWord(leaf, hash, word)) {
            long next = DistinctLeaf.next(leaf);
            if (next == 0) {
                return false;
            }
            leaf = store.bytes(next);
        }
        return true;
    }

    /** Reference of the value with these bytes, or 0. */
    long find(long value, BytesStore store, long hash, long address, int length) {
        long root = OffHeap.getLong(value + slot + ROOT);
        if (root == 0) {
            return findInline(value + slot, store, hash, address, length);
        }
        long leaf = leaf(root, store, hash);
        long found = leaves.find(leaf, store, hash, address, length);
        while (found == 0 && DistinctLeaf.next(leaf) != 0) {
            leaf = store.bytes(DistinctLeaf.next(leaf));
            found = leaves.find(leaf, store, hash, address, length);
        }
        return found;
    }

    private long findInline(long slots, BytesStore store, long hash, long address, int length) {
        for (int at = INLINE; at < BYTES; at += entryBytes) {
            long reference = OffHeap.getLong(slots + at + Long.BYTES);
            if (reference != 0 && OffHeap.getLong(slots + at) == hash) {
                long bytes = store.bytes(reference) + bytesHeader;
                if (OffHeap.getInt(bytes) == length && OffHeap.equal(bytes + Integer.BYTES, address, length)) {
                    return reference;
                }
            }
        }
        return 0;
    }

    /** Adds a word that is not there. */
    void addWord(long value, BytesStore store, long word) {
        if (word == 0) {
            Flags.set(value + flags, Flags.ZERO);
        } else {
            insert(value + slot, store, Hash64.of(word), word);
        }
        OffHeap.putLong(value + slot, count(value) + 1);
    }

    /** Adds bytes that are not there; gives the reference of what was made for them: the header of zeros, the length (4 bytes), the bytes. */
    long addBytes(long value, BytesStore store, long hash, long address, int length) {
        int all = bytesHeader + Integer.BYTES + length;
        long reference = store.allocateBytes(all);
        long bytes = store.bytesForUpdate(reference, all) + bytesHeader;
        OffHeap.putInt(bytes, length);
        OffHeap.copy(address, bytes + Integer.BYTES, length);
        insert(value + slot, store, hash, reference);
        OffHeap.putLong(value + slot, count(value) + 1);
        return reference;
    }

    /** Shows all values in an order that means nothing. */
    void forEach(long value, BytesStore store, Visitor visitor) {
        if (words && Flags.has(value + flags, Flags.ZERO)) {
            visitor.entry(0, 0);
        }
        long root = OffHeap.getLong(value + slot + ROOT);
        if (root != 0) {
            visit(root, store, visitor);
            return;
        }
        for (int at = INLINE; at < BYTES; at += entryBytes) {
            long payload = leaves.payload(value + slot + at);
            if (payload != 0) {
                visitor.entry(OffHeap.getLong(value + slot + at), payload);
            }
        }
    }

    /** Frees all blocks and bytes. */
    void release(long value, BytesStore store) {
        long root = OffHeap.getLong(value + slot + ROOT);
        if (root != 0) {
            free(root, store);
            return;
        }
        for (int at = INLINE; at < BYTES && !words; at += entryBytes) {
            long reference = leaves.payload(value + slot + at);
            if (reference != 0) {
                store.freeBytes(reference);
            }
        }
    }

    /** Puts a reference of the user's own in place of the set; its blocks were freed. */
    void replace(long value, long reference) {
        OffHeap.zero(value + slot + INLINE, BYTES - INLINE);
        OffHeap.putLong(value + slot + ROOT, reference);
    }

    /** What {@link #replace} put there. */
    long replacement(long value) {
        return OffHeap.getLong(value + slot + ROOT);
    }

    private void insert(long slots, BytesStore store, long hash, long payload) {
        long root = OffHeap.getLong(slots + ROOT);
        if (root == 0) {
            for (int at = INLINE; at < BYTES; at += entryBytes) {
                if (leaves.payload(slots + at) == 0) {
                    leaves.writeEntry(slots + at, hash, payload);
                    return;
                }
            }
            firstLeaf(slots, store);
        }
        while (!tryInsert(slots, store, hash, payload)) {
            // Made room.
        }
    }

    private void firstLeaf(long slots, BytesStore store) {
        long leaf = leaves.create(store, DistinctLeaf.SMALLEST_BYTES, 0);
        for (int at = INLINE; at < BYTES; at += entryBytes) {
            long first = OffHeap.getLong(slots + at);
            leaves.put(leaf, store, words ? Hash64.of(first) : first, leaves.payload(slots + at));
        }
        OffHeap.zero(slots + INLINE, BYTES - INLINE);
        OffHeap.putLong(slots + ROOT, leaf);
    }

    /** Adds an entry, or makes room in one step and returns {@code false}. */
    private boolean tryInsert(long slots, BytesStore store, long hash, long payload) {
        long node = 0;
        int level = 0;
        long reference = OffHeap.getLong(slots + ROOT);
        long address = store.bytes(reference);
        while (isNode(address)) {
            node = reference;
            level++;
            reference = OffHeap.getLong(address + entryOffset(hash, level));
            address = store.bytes(reference);
        }
        long last = reference;
        while (DistinctLeaf.next(store.bytes(last)) != 0) {
            last = DistinctLeaf.next(store.bytes(last));
        }
        if (!leaves.isFull(store.bytes(last))) {
            leaves.put(last, store, hash, payload);
            return true;
        }
        if (level == 0 && leaves.bytes(address) < DistinctLeaf.GREATEST_BYTES) {
            enlarge(slots, store, reference);
        } else if (DistinctLeaf.depth(address) < level * NODE_BITS) {
            split(node, level, reference, store, hash);
        } else if (level < MOST_LEVELS) {
            long made = node(store, reference);
            if (level == 0) {
                OffHeap.putLong(slots + ROOT, made);
            } else {
                int offset = entryOffset(hash, level);
                OffHeap.putLong(store.bytesForUpdate(node, offset, Long.BYTES) + offset, made);
            }
        } else {
            leaves.setNext(last, store, leaves.create(store, DistinctLeaf.GREATEST_BYTES, DistinctLeaf.depth(address)));
        }
        return false;
    }

    private void enlarge(long slots, BytesStore store, long leaf) {
        long larger = leaves.create(store, 2 * leaves.bytes(store.bytes(leaf)), 0);
        leaves.copy(leaf, larger, store);
        OffHeap.putLong(slots + ROOT, larger);
        store.freeBytes(leaf);
    }

    private void split(long node, int level, long leaf, BytesStore store, long hash) {
        int depth = DistinctLeaf.depth(store.bytes(leaf));
        long upper = leaves.create(store, DistinctLeaf.GREATEST_BYTES, depth + 1);
        leaves.split(leaf, upper, store);
        int span = NODE_ENTRIES >> depth - (level - 1) * NODE_BITS;
        int first = index(hash, level) & -span;
        int from = NODE_HEADER + (first + span / 2) * Long.BYTES;
        int bytes = span / 2 * Long.BYTES;
        long address = store.bytesForUpdate(node, from, bytes) + from;
        for (int at = 0; at < bytes; at += Long.BYTES) {
            OffHeap.putLong(address + at, upper);
        }
    }

    private static long node(BytesStore store, long leaf) {
        int bytes = NODE_HEADER + NODE_ENTRIES * Long.BYTES;
        long reference = store.allocateBytes(bytes);
        long address = store.bytesForUpdate(reference, bytes);
        OffHeap.putByte(address + KIND_AT, NODE);
        for (int at = NODE_HEADER; at < bytes; at += Long.BYTES) {
            OffHeap.putLong(address + at, leaf);
        }
        return reference;
    }

    private static long leaf(long root, BytesStore store, long hash) {
        long address = store.bytes(root);
        for (int level = 1; isNode(address); level++) {
            address = store.bytes(OffHeap.getLong(address + entryOffset(hash, level)));
        }
        return address;
    }

    private void visit(long reference, BytesStore store, Visitor visitor) {
        long address = store.bytes(reference);
        if (isNode(address)) {
            long before = 0;
            for (int i = 0; i < NODE_ENTRIES; i++) {
                long child = OffHeap.getLong(address + NODE_HEADER + (long) i * Long.BYTES);
                if (child != before) {
                    visit(child, store, visitor);
                }
                before = child;
            }
            return;
        }
        leaves.forEach(address, visitor);
        while (DistinctLeaf.next(address) != 0) {
            address = store.bytes(DistinctLeaf.next(address));
            leaves.forEach(address, visitor);
        }
    }

    private void free(long reference, BytesStore store) {
        long address = store.bytes(reference);
        if (isNode(address)) {
            long before = 0;
            for (int i = 0; i < NODE_ENTRIES; i++) {
                long child = OffHeap.getLong(address + NODE_HEADER + (long) i * Long.BYTES);
                if (child != before) {
                    free(child, store);
                }
                before = child;
            }
            store.freeBytes(reference);
            return;
        }
        for (long leaf = reference; leaf != 0; ) {
            address = store.bytes(leaf);
            long next = DistinctLeaf.next(address);
            if (!words) {
                leaves.freeBytes(address, store);
            }
            store.freeBytes(leaf);
            leaf = next;
        }
    }

    private static boolean isNode(long address) {
        return OffHeap.getByte(address + KIND_AT) == NODE;
    }

    private static int entryOffset(long hash, int level) {
        return NODE_HEADER + index(hash, level) * Long.BYTES;
    }

    /** Which reference of a node of this level, the first one being 1, leads to a hash. */
    private static int index(long hash, int level) {
        return (int) (hash >>> Long.SIZE - level * NODE_BITS) & NODE_ENTRIES - 1;
    }
}
