package io.tidemark.offheap;

import io.tidemark.memory.OffHeap;

/**
 * A node of an index by time: what is in use are the positions {@code start} to {@code end}, in order.
 *
 * <pre>
 *   0 int start    4 int end
 *   8 leaf: 42 records {due time, insertion number, payload}
 *   8 inner node: 63 entries {separator, reference of the child}
 * </pre>
 *
 * All records of a child are due at its separator or later, and those of the children before it at the separator or earlier. The first
 * separator of a node means nothing.
 */
final class TimeNode {
    /** Bytes of a node. */
    static final int BYTES = 1_016;
    /** Bytes of a record of a leaf. */
    static final int RECORD_BYTES = 24;
    /** Bytes of an entry of an inner node. */
    static final int ENTRY_BYTES = 16;
    /** Offset of the first record or entry. */
    static final int FIRST_AT = 8;
    /** Offset in a record. */
    static final int ORDER_AT = 8;
    /** Offset in a record. */
    static final int PAYLOAD_AT = 16;

    private static final int CHILD_AT = 8;
    private static final int END_AT = 4;

    private TimeNode() {}

    static int start(long node) {
        return OffHeap.getInt(node);
    }

    static int end(long node) {
        return OffHeap.getInt(node + END_AT);
    }

    static void setRange(long node, int start, int end) {
        OffHeap.putInt(node, start);
        OffHeap.putInt(node + END_AT, end);
    }

    /** Bytes of what stands at the positions of a level; leaves are level 0. */
    static int stride(int level) {
        return level == 0 ? RECORD_BYTES : ENTRY_BYTES;
    }

    private static int capacity(int level) {
        return (BYTES - FIRST_AT) / stride(level);
    }

    static boolean isFull(long node, int level) {
        return end(node) - start(node) == capacity(level);
    }

    static long at(long node, int level, int position) {
        return node + FIRST_AT + (long) position * stride(level);
    }

    /** Due time or separator at a position. */
    static long due(long node, int level, int position) {
        return OffHeap.getLong(at(node, level, position));
    }

    static long child(long node, int position) {
        return OffHeap.getLong(at(node, 1, position) + CHILD_AT);
    }

    /** The first position from {@code from} on whose due time or separator is later than {@code dueNs}. */
    static int after(long node, int level, int from, long dueNs) {
        int low = from;
        int high = end(node);
        while (low < high) {
            int middle = low + high >>> 1;
            if (due(node, level, middle) <= dueNs) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** Position of the child to which a record belongs. */
    static int childFor(long node, int level, long dueNs) {
        return after(node, level, start(node) + 1, dueNs) - 1;
    }

    /**
     * Makes room before a position of a node that is not full, moving whichever side is shorter and can move. Announces all that is
     * going to be written, the new record included.
     *
     * @return the position of the room
     */
    static int open(long node, int level, int position, long page, WriteBarrier barrier) {
        int start = start(node);
        int end = end(node);
        boolean forward = start == 0 || end < capacity(level) && end - position <= position - start;
        int stride = stride(level);
        int room = forward ? position : position - 1;
        long from = at(node, level, forward ? position : start - 1);
        long to = at(node, level, forward ? end + 1 : position);
        barrier.touch(page, node, FIRST_AT);
        barrier.touch(page, from, (int) (to - from));
        if (forward) {
            OffHeap.copy(from, from + stride, (long) (end - position) * stride);
            setRange(node, start, end + 1);
        } else {
            OffHeap.copy(from + stride, from, (long) (position - start) * stride);
            setRange(node, start - 1, end);
        }
        return room;
    }

    static void writeRecord(long record, long dueNs, long order, long payload) {
        OffHeap.putLong(record, dueNs);
        OffHeap.putLong(record + ORDER_AT, order);
        OffHeap.putLong(record + PAYLOAD_AT, payload);
    }

    static void writeEntry(long entry, long separator, long child) {
        OffHeap.putLong(entry, separator);
        OffHeap.putLong(entry + CHILD_AT, child);
    }
}
