package io.tidemark.state;

import io.tidemark.memory.OffHeap;

/**
 * Chains of nodes sorted by {@code (key, order)}, any number of them in the blocks of one {@link EntryTable}: the sessions of a key by
 * start, the rows of a join side by time, the versions of a record. The object holds no state of its own: one serves all chains whose
 * nodes have the same payload.
 *
 * <pre>
 *   SortedChain rows = new SortedChain(entries, PAYLOAD_BYTES);         // once
 *   long value = entries.valueForUpdate(entries.acquire(key, bytes));
 *   long node = rows.insert(value + HEAD_AT, eventTimeNs, arrival);     // the slot is 0 before the first insert
 *   OffHeap.putLong(rows.payloadForUpdate(node), amount);
 *   long head = OffHeap.getLong(entries.value(entry) + HEAD_AT);
 *   for (long at = rows.ceiling(head, from); at != NONE &amp;&amp; rows.key(at) &lt;= to; at = rows.next(at)) { ... }
 * </pre>
 *
 * <p><b>Head.</b> The owner of a chain keeps 8 bytes, its slot, in the value of an entry or in a block, with 0 for an empty chain. Calls
 * that change a chain take the <em>address of the slot</em>, write barrier done, and keep it up to date; calls that read take the head,
 * which is what stands in the slot. A head is dead after the next insert or removal: read it again. Before an entry is removed, its chain
 * must be emptied, see {@link #removeFirst}.
 *
 * <p><b>Nodes.</b> A node never moves and keeps its reference until it is removed. Removing a node leaves all others good, so a walk
 * takes the next node first and then removes the current one. {@code (key, order)} must be distinct within a chain; give an arrival number
 * as order. A node takes 8 bytes of header, 24 bytes, the payload, and 8 bytes per level, 1.33 levels on average; a chain takes some
 * 32 bytes more, and 16 for each level.
 *
 * <p><b>Cost.</b> A skip list: searches, inserts and removals cost a logarithm of the length; inserting at the end, removing at the
 * front, {@link #first}, {@link #last}, {@link #next}, {@link #previous}, {@link #size}, and searches past the end are constant. The
 * levels follow from the number of nodes inserted so far, so they are the same in every run. Nothing is allocated on the heap. Engine
 * thread only.
 */
public final class SortedChain {
    /** No node, no chain. */
    public static final long NONE = EntryTable.NONE;

    private static final int MAX_LEVELS = 16;

    private static final int KEY_AT = 0;
    private static final int ORDER_AT = 8;
    private static final int PAYLOAD_AT = 16;

    private static final int SIZE_AT = 0;
    private static final int INSERTED_AT = 4;
    private static final int LEVELS_AT = 8;
    private static final int LEVEL_SHIFT = 4;
    private static final int LAST_IN_LEVEL = 8;

    private final EntryTable table;
    private final int previousAt;
    private final int nextAt;
    private final int payloadBytes;
    /** The node before a place, on each level, {@link #NONE} for the head. Scratch of one call. */
    private final long[] path = new long[MAX_LEVELS];

    /** Chains in the blocks of a table, with nodes of {@code payloadBytes}, a multiple of 8. */
    public SortedChain(EntryTable table, int payloadBytes) {
        this.table = table;
        this.payloadBytes = payloadBytes;
        previousAt = PAYLOAD_AT + payloadBytes;
        nextAt = previousAt + Long.BYTES;
    }

    /**
     * Inserts a node whose payload is zero.
     *
     * @param headSlot address of the slot, ready to be written
     * @param order tells nodes of one key apart and sorts them
     * @return the node
     * @throws io.tidemark.error.TidemarkException {@code STATE_LIMIT_EXCEEDED} when the declared limit is reached, {@code ROW_TOO_LARGE}
     *     when the payload fits no block, {@code STATE_CORRUPT} when the chain holds {@code (key, order)} already. Nothing has changed
     *     then.
     */
    public long insert(long headSlot, long key, long order) {
        long head = OffHeap.getLong(headSlot);
        int levels = head == NONE ? 0 : levels(head);
        seek(head, levels, key, order);
        long next = head == NONE ? NONE : nextOf(head, path[0], 0);
        if (next != NONE && compare(table.block(next), key, order) == 0) {
            throw StateErrors.corrupt(
                    table.spec(),
                    "A chain of '" + table.spec().name() + "' was given key " + key + ", order " + order + " twice.");
        }
        int tower = Math.min(towerOf(head), levels + 1);
        long node = table.allocate(nextAt + tower * Long.BYTES);
        if (tower > levels) {
            head = heighten(headSlot, head, tower, node);
            path[levels] = NONE;
        }
        link(head, node, key, order, tower);
        count(head, 1);
        return node;
    }

    private static int compare(long node, long key, long order) {
        int byKey = Long.compare(OffHeap.getLong(node + KEY_AT), key);
        return byKey != 0 ? byKey : Long.compare(OffHeap.getLong(node + ORDER_AT), order);
    }

    private int levels(long head) {
        return table.blockBytes(head) - LEVELS_AT >> LEVEL_SHIFT;
    }

    /** Levels of the next node: one more for a quarter of the nodes each time. */
    private int towerOf(long head) {
        long inserted = head == NONE ? 0 : OffHeap.getInt(table.block(head) + INSERTED_AT);
        long mixed = (inserted + 1) * 0x9E37_79B9_7F4A_7C15L;
        mixed = (mixed ^ mixed >>> 32) * 0xD6E8_FEB8_6659_FD93L;
        mixed ^= mixed >>> 32;
        return Math.min(MAX_LEVELS, 1 + Long.numberOfTrailingZeros(mixed) / 2);
    }

    /** Replaces the head by one of more levels; when this fails, the node is freed and nothing has changed. */
    private long heighten(long headSlot, long head, int levels, long node) {
        long higher;
        try {
            higher = table.allocate(LEVELS_AT + (levels << LEVEL_SHIFT));
        } catch (RuntimeException refused) {
            table.free(node);
            throw refused;
        }
        if (head != NONE) {
            int bytes = table.blockBytes(head);
            OffHeap.copy(table.block(head), table.blockForUpdate(higher, 0, bytes), bytes);
            table.free(head);
        }
        OffHeap.putLong(headSlot, higher);
        return higher;
    }

    /** Puts the last node before {@code (key, order)} of every level into the path. */
    private void seek(long head, int levels, long key, long order) {
        if (levels == 0) {
            return;
        }
        long address = table.block(head);
        if (compare(table.block(OffHeap.getLong(address + lastAt(0))), key, order) < 0) {
            for (int level = 0; level < levels; level++) {
                path[level] = OffHeap.getLong(address + lastAt(level));
            }
            return;
        }
        long before = NONE;
        for (int level = levels - 1; level >= 0; level--) {
            long next = nextOf(head, before, level);
            while (next != NONE) {
                long node = table.block(next);
                if (compare(node, key, order) >= 0) {
                    break;
                }
                before = next;
                next = OffHeap.getLong(node + nextAt(level));
            }
            path[level] = before;
        }
    }

    private static int firstAt(int level) {
        return LEVELS_AT + (level << LEVEL_SHIFT);
    }

    private static int lastAt(int level) {
        return firstAt(level) + LAST_IN_LEVEL;
    }

    private int nextAt(int level) {
        return nextAt + level * Long.BYTES;
    }

    private long nextOf(long head, long node, int level) {
        return node == NONE
                ? OffHeap.getLong(table.block(head) + firstAt(level))
                : OffHeap.getLong(table.block(node) + nextAt(level));
    }

    private void setNext(long head, long node, int level, long next) {
        if (node == NONE) {
            set(head, firstAt(level), next);
        } else {
            set(node, nextAt(level), next);
        }
        if (next == NONE) {
            set(head, lastAt(level), node);
        }
    }

    private void set(long block, int offset, long value) {
        OffHeap.putLong(table.blockForUpdate(block, offset, Long.BYTES) + offset, value);
    }

    private void link(long head, long node, long key, long order, int tower) {
        long address = table.blockForUpdate(node, 0, nextAt + tower * Long.BYTES);
        OffHeap.putLong(address + KEY_AT, key);
        OffHeap.putLong(address + ORDER_AT, order);
        OffHeap.putLong(address + previousAt, path[0]);
        for (int level = 0; level < tower; level++) {
            long next = nextOf(head, path[level], level);
            setNext(head, path[level], level, node);
            setNext(head, node, level, next);
            if (level == 0 && next != NONE) {
                set(next, previousAt, node);
            }
        }
    }

    private void count(long head, int change) {
        long address = table.blockForUpdate(head, SIZE_AT, Long.BYTES);
        OffHeap.putInt(address + SIZE_AT, OffHeap.getInt(address + SIZE_AT) + change);
        OffHeap.putInt(address + INSERTED_AT, OffHeap.getInt(address + INSERTED_AT) + (change > 0 ? 1 : 0));
    }

    /**
     * Removes a node of this chain. References in its payload are the caller's to free, before.
     *
     * @param headSlot address of the slot, ready to be written; 0 stands in it after the last node
     */
    public void remove(long headSlot, long node) {
        long head = OffHeap.getLong(headSlot);
        long address = table.block(node);
        seek(
                head,
                head == NONE ? 0 : levels(head),
                OffHeap.getLong(address + KEY_AT),
                OffHeap.getLong(address + ORDER_AT));
        if (head == NONE || nextOf(head, path[0], 0) != node) {
            throw StateErrors.deadReference(table.spec(), node);
        }
        int tower = (table.blockBytes(node) - nextAt) / Long.BYTES;
        for (int level = 0; level < tower; level++) {
            setNext(head, path[level], level, OffHeap.getLong(address + nextAt(level)));
        }
        long next = OffHeap.getLong(address + nextAt(0));
        if (next != NONE) {
            set(next, previousAt, path[0]);
        }
        table.free(node);
        if (size(head) > 1) {
            count(head, -1);
        } else {
            table.free(head);
            OffHeap.putLong(headSlot, NONE);
        }
    }

    /** Removes up to {@code count} nodes from the front; returns how many. Less than {@code count} means that the chain is empty. */
    public int removeFirst(long headSlot, int count) {
        int removed = 0;
        while (removed < count && OffHeap.getLong(headSlot) != NONE) {
            remove(headSlot, first(OffHeap.getLong(headSlot)));
            removed++;
        }
        return removed;
    }

    /** Gives a node another key and order, between those of its neighbours, so that it keeps its place. */
    public void rekey(long node, long key, long order) {
        long previous = previous(node);
        long next = next(node);
        if (previous != NONE && compare(table.block(previous), key, order) >= 0
                || next != NONE && compare(table.block(next), key, order) <= 0) {
            throw StateErrors.corrupt(
                    table.spec(),
                    "A node of '" + table.spec().name() + "' was to pass its neighbour with key " + key + ".");
        }
        long address = table.blockForUpdate(node, KEY_AT, PAYLOAD_AT);
        OffHeap.putLong(address + KEY_AT, key);
        OffHeap.putLong(address + ORDER_AT, order);
    }

    /** Number of nodes. */
    public int size(long head) {
        return head == NONE ? 0 : OffHeap.getInt(table.block(head) + SIZE_AT);
    }

    /** The node that is first, or {@link #NONE}. */
    public long first(long head) {
        return head == NONE ? NONE : OffHeap.getLong(table.block(head) + firstAt(0));
    }

    /** The node that is last, or {@link #NONE}. */
    public long last(long head) {
        return head == NONE ? NONE : OffHeap.getLong(table.block(head) + lastAt(0));
    }

    /** The node after this one, or {@link #NONE}. */
    public long next(long node) {
        return OffHeap.getLong(table.block(node) + nextAt);
    }

    /** The node before this one, or {@link #NONE}. */
    public long previous(long node) {
        return OffHeap.getLong(table.block(node) + previousAt);
    }

    /** The last node with a key of at most {@code key}, or {@link #NONE}. */
    public long floor(long head, long key) {
        return before(head, key, true);
    }

    /** The last node with a key less than {@code key}, or {@link #NONE}. */
    public long lower(long head, long key) {
        return before(head, key, false);
    }

    /** The first node with a key of at least {@code key}, or {@link #NONE}. */
    public long ceiling(long head, long key) {
        long before = before(head, key, false);
        return before == NONE ? first(head) : next(before);
    }

    /** The first node with a key greater than {@code key}, or {@link #NONE}. */
    public long higher(long head, long key) {
        long before = before(head, key, true);
        return before == NONE ? first(head) : next(before);
    }

    private long before(long head, long key, boolean inclusive) {
        if (head == NONE) {
            return NONE;
        }
        long last = last(head);
        if (precedes(table.block(last), key, inclusive)) {
            return last;
        }
        long before = NONE;
        for (int level = levels(head) - 1; level >= 0; level--) {
            long next = nextOf(head, before, level);
            while (next != NONE) {
                long node = table.block(next);
                if (!precedes(node, key, inclusive)) {
                    break;
                }
                before = next;
                next = OffHeap.getLong(node + nextAt(level));
            }
        }
        return before;
    }

    private static boolean precedes(long node, long key, boolean inclusive) {
        long at = OffHeap.getLong(node + KEY_AT);
        return at < key || inclusive && at == key;
    }

    /** Key of a node. */
    public long key(long node) {
        return OffHeap.getLong(table.block(node) + KEY_AT);
    }

    /** Order of a node. */
    public long order(long node) {
        return OffHeap.getLong(table.block(node) + ORDER_AT);
    }

    /** Address of the payload of a node, for reading; good until the node is removed. */
    public long payload(long node) {
        return table.block(node) + PAYLOAD_AT;
    }

    /** Address of the payload of a node, the write barrier done for the whole of it. */
    public long payloadForUpdate(long node) {
        return table.blockForUpdate(node, PAYLOAD_AT, payloadBytes) + PAYLOAD_AT;
    }
}
