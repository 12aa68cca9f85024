package io.tidemark.offheap;

import io.tidemark.memory.OffHeap;

/**
 * Remembers which granules were written: 64 bytes of a payload, or a page header. Must be told before the write.
 *
 * <p>Each granule has a state byte at the head of its page. It holds the epoch of its last write; a write in the current epoch to a
 * granule that was written in it before costs one load and one compare. With tracking on, the first write of the epoch also appends
 * the granule to a dirty list, which has room for every granule of every page.
 */
final class WriteBarrier {
    private static final int EPOCHS = 255;
    private static final int GRANULE_SHIFT = 6;
    private static final int PAGE_SHIFT = 9;

    private final PageAddresses pages;
    private final long capacity;
    private byte epoch = 1;
    private boolean tracking;
    private long dirty;
    private long dirtyCount;

    WriteBarrier(PageAddresses pages, int maxPages) {
        this.pages = pages;
        this.capacity = (long) maxPages * Page.GRANULES;
    }

    /** Announces a write to {@code bytes} at {@code address} in the payload of a page. */
    void touch(long page, long address, int bytes) {
        long first = page + (address - page - Page.PAYLOAD >> GRANULE_SHIFT);
        long last = page + (address + bytes - 1 - page - Page.PAYLOAD >> GRANULE_SHIFT);
        if (OffHeap.getByte(first) != epoch || first != last) {
            touchAll(page, first, last);
        }
    }

    private void touchAll(long page, long first, long last) {
        for (long state = first; state <= last; state++) {
            if (OffHeap.getByte(state) != epoch) {
                mark(page, state);
            }
        }
    }

    /** Announces a write to the header of a page. */
    void touchHeader(long page) {
        long state = page + Page.HEADER_GRANULE;
        if (OffHeap.getByte(state) != epoch) {
            mark(page, state);
        }
    }

    private void mark(long page, long state) {
        OffHeap.putByte(state, epoch);
        if (tracking) {
            append(Page.number(page) << PAGE_SHIFT | (int) (state - page));
        }
    }

    private void append(int granule) {
        assert dirtyCount < capacity : "more dirty granules than granules";
        OffHeap.putInt(dirty + (dirtyCount << 2), granule);
        dirtyCount++;
    }

    /** Begins a new epoch with an empty dirty list: every granule that is written from now on will be in it once. */
    void startTracking() {
        if (dirty == 0) {
            dirty = OffHeap.reserve(capacity * Integer.BYTES);
        }
        nextEpoch();
        dirtyCount = 0;
        tracking = true;
    }

    /** Ends the list; it stays readable until the next start. */
    void stopTracking() {
        tracking = false;
    }

    private void nextEpoch() {
        int next = Byte.toUnsignedInt(epoch) + 1;
        if (next > EPOCHS) {
            for (int number = 0; number < pages.count(); number++) {
                OffHeap.zero(pages.of(number), Page.GRANULES);
            }
            next = 1;
        }
        epoch = (byte) next;
    }

    boolean tracking() {
        return tracking;
    }

    /** Length of the dirty list. */
    long dirtyCount() {
        return dirtyCount;
    }

    /** Number of the page of an entry of the dirty list. */
    int dirtyPage(long index) {
        return OffHeap.getInt(dirty + (index << 2)) >>> PAGE_SHIFT;
    }

    /** Granule of an entry of the dirty list: 0 to 255 are the payload, 256 is the header. */
    int dirtyGranule(long index) {
        return OffHeap.getInt(dirty + (index << 2)) & (1 << PAGE_SHIFT) - 1;
    }

    void close() {
        if (dirty != 0) {
            OffHeap.free(dirty);
            dirty = 0;
        }
    }
}
