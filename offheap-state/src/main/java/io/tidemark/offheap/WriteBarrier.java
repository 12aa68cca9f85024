package io.tidemark.offheap;

import io.tidemark.memory.OffHeap;

/**
 * Remembers which granules were written: 64 bytes of a payload, or a page header. Must be told before the write.
 *
 * <p>Each granule has a state byte at the head of its page: 0 when its image is in a file, else 1 or 2, the parity of the time between two
 * snapshots in which it was written last. A write to a granule that was written since the last snapshot began costs one load and one compare.
 * With tracking on, any other also appends the granule to a dirty list; and while a snapshot is being handed over, a granule that belongs to it and
 * is still missing is handed over first, as it was.
 */
final class WriteBarrier {
    private static final int GRANULE_SHIFT = 6;
    private static final byte CLEAN = 0;
    private static final int BOTH_PARITIES = 3;

    private final PageAddresses pages;
    private final int maxPages;
    private byte current = 1;
    /** Granules whose state byte is {@link #current}; null without tracking. */
    private GranuleList dirty;
    /** Granules that were dirty when the snapshot under way began. */
    private GranuleList closed;
    /** Where the snapshot under way goes; null when there is none. */
    private GranuleStage stage;

    WriteBarrier(PageAddresses pages, int maxPages) {
        this.pages = pages;
        this.maxPages = maxPages;
    }

    /** Announces a write to {@code bytes} at {@code address} in the payload of a page. */
    void touch(long page, long address, int bytes) {
        long first = page + (address - page - Page.PAYLOAD >> GRANULE_SHIFT);
        long last = page + (address + bytes - 1 - page - Page.PAYLOAD >> GRANULE_SHIFT);
        if (OffHeap.getByte(first) != current || first != last) {
            touchAll(page, first, last);
        }
    }

    private void touchAll(long page, long first, long last) {
        for (long state = first; state <= last; state++) {
            if (OffHeap.getByte(state) != current) {
                mark(page, state);
            }
        }
    }

    /** Announces a write to the header of a page. */
    void touchHeader(long page) {
        long state = page + Page.HEADER_GRANULE;
        if (OffHeap.getByte(state) != current) {
            mark(page, state);
        }
    }

    private void mark(long page, long state) {
        int granule = (int) (state - page);
        if (stage != null && OffHeap.getByte(state) != CLEAN) {
            stage.put(page, granule, 1);
        }
        OffHeap.putByte(state, current);
        if (dirty != null) {
            dirty.append(Page.number(page), granule);
        }
    }

    /** Announces that a page which was free gets an owner: if it was free when the snapshot began, what stands in its payload is not part of it. */
    void reuse(long page) {
        if (stage != null && !writtenSince(page + Page.HEADER_GRANULE)) {
            OffHeap.zero(page, Page.HEADER_GRANULE);
        }
    }

    /** Announces writes to the payload of a page that from now on are no part of any snapshot. */
    void abandonPayload(long page) {
        if (stage == null) {
            return;
        }
        for (int granule = 0; granule < Page.HEADER_GRANULE; granule++) {
            byte state = OffHeap.getByte(page + granule);
            if (state != CLEAN && state != current) {
                stage.put(page, granule, 1);
                OffHeap.putByte(page + granule, CLEAN);
            }
        }
    }

    /** Lists what is written from now on. Nothing may have been written yet. */
    void track() {
        dirty = new GranuleList(maxPages);
        closed = new GranuleList(maxPages);
    }

    boolean tracking() {
        return dirty != null;
    }

    /** Closes the dirty list and begins an empty one. What is in the closed one goes to {@code target} before it is written again. */
    void startSnapshot(GranuleStage target) {
        assert stage == null && closed.count() == 0 : "a snapshot is under way";
        GranuleList empty = closed;
        closed = dirty;
        dirty = empty;
        current = (byte) (BOTH_PARITIES - current);
        stage = target;
    }

    /** Ends the handing over: everything is there, or will never be. */
    void stopStaging() {
        stage = null;
    }

    /** Granules written since the last snapshot began. */
    GranuleList dirty() {
        return dirty;
    }

    /** Granules of the snapshot that was begun last. */
    GranuleList closed() {
        return closed;
    }

    /** Whether a granule, given by the address of its state byte, was written since the last snapshot began. */
    boolean writtenSince(long state) {
        return OffHeap.getByte(state) == current;
    }

    /** Whether a granule of the closed list still waits to be handed over. */
    boolean waits(long state) {
        return OffHeap.getByte(state) == BOTH_PARITIES - current;
    }

    /** Notes that neighbouring granules were handed over. */
    static void clean(long state, int count) {
        OffHeap.zero(state, count);
    }

    /** Moves a granule of the closed list to the dirty one, as if it were written now. */
    void takeBack(int entry) {
        int number = GranuleList.page(entry);
        int granule = GranuleList.granule(entry);
        long state = pages.of(number) + granule;
        if (!writtenSince(state)) {
            OffHeap.putByte(state, current);
            dirty.append(number, granule);
        }
    }

    /** Forgets what was written, and the snapshot under way: all that is there will be written anew. */
    void reset() {
        stage = null;
        if (tracking()) {
            dirty.clear();
            closed.clear();
        }
        for (int number = 0; number < pages.count(); number++) {
            OffHeap.zero(pages.of(number), Page.GRANULES);
        }
    }

    void close() {
        if (tracking()) {
            dirty.close();
            closed.close();
        }
    }
}
