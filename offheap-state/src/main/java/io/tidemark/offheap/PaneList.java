package io.tidemark.offheap;

import io.tidemark.memory.OffHeap;

/**
 * The panes of one table in ascending order of their ids: a ring of {@code (id, slot)} in native memory, sized once and not touched
 * before it is used. Finding is a binary search, adding at the end and removing at the front are constant.
 */
final class PaneList {
    private static final int ENTRY_SHIFT = 4;
    private static final int SLOT_AT = 8;

    private final int capacity;
    private final int mask;
    private final long ring;
    private final PanePool pool;
    private int head;
    private int count;
    /** Panes before this position are sealed. */
    private int firstOpen;

    PaneList(int capacity, PanePool pool) {
        this.capacity = capacity;
        this.mask = Integer.highestOneBit(Math.max(1, capacity - 1)) * 2 - 1;
        this.ring = OffHeap.reserve((mask + 1L) << ENTRY_SHIFT);
        this.pool = pool;
    }

    int count() {
        return count;
    }

    boolean isFull() {
        return count == capacity;
    }

    private long entry(int position) {
        return ring + ((long) (head + position & mask) << ENTRY_SHIFT);
    }

    RowPane at(int position) {
        return pool.at(OffHeap.getInt(entry(position) + SLOT_AT));
    }

    /** Position of the id, or of the first greater one, as {@code -position - 1}. */
    int search(long id) {
        int low = 0;
        int high = count - 1;
        while (low <= high) {
            int middle = low + high >>> 1;
            long at = OffHeap.getLong(entry(middle));
            if (at == id) {
                return middle;
            }
            if (at < id) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return -low - 1;
    }

    /** Adds a pane at the position where it belongs. */
    void insert(int position, long id, int slot) {
        if (position < count - position) {
            head = head - 1 & mask;
            count++;
            for (int at = 0; at < position; at++) {
                move(at + 1, at);
            }
        } else {
            count++;
            for (int at = count - 1; at > position; at--) {
                move(at - 1, at);
            }
        }
        OffHeap.putLong(entry(position), id);
        OffHeap.putInt(entry(position) + SLOT_AT, slot);
        firstOpen = Math.min(firstOpen, position);
    }

    void remove(int position) {
        if (position < count - position) {
            for (int at = position; at > 0; at--) {
                move(at - 1, at);
            }
            head = head + 1 & mask;
        } else {
            for (int at = position; at < count - 1; at++) {
                move(at + 1, at);
            }
        }
        count--;
        if (position < firstOpen) {
            firstOpen--;
        }
    }

    private void move(int from, int to) {
        long source = entry(from);
        long target = entry(to);
        OffHeap.putLong(target, OffHeap.getLong(source));
        OffHeap.putInt(target + SLOT_AT, OffHeap.getInt(source + SLOT_AT));
    }

    /** The first pane that is not sealed, or null. Goes on where it stopped, since a pane stays sealed. */
    RowPane firstOpen() {
        while (firstOpen < count && at(firstOpen).sealed()) {
            firstOpen++;
        }
        return firstOpen < count ? at(firstOpen) : null;
    }

    void clear() {
        head = 0;
        count = 0;
        firstOpen = 0;
    }

    void close() {
        OffHeap.free(ring);
    }
}
