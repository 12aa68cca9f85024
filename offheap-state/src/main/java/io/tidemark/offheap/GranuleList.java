package io.tidemark.offheap;

import io.tidemark.memory.OffHeap;

/**
 * Granules in the order in which they were first written, each at most once: 4 bytes of native memory for every granule of every page that the
 * limit allows, not touched before they are used. An entry is {@code page number << 9 | granule}.
 */
final class GranuleList {
    private static final int PAGE_SHIFT = 9;

    private final long capacity;
    private final long entries;
    private long count;

    GranuleList(int maxPages) {
        capacity = (long) maxPages * Page.GRANULES;
        entries = OffHeap.reserve(capacity * Integer.BYTES);
    }

    void append(int page, int granule) {
        assert count < capacity : "more dirty granules than granules";
        OffHeap.putInt(entries + (count << 2), page << PAGE_SHIFT | granule);
        count++;
    }

    long count() {
        return count;
    }

    int at(long index) {
        return OffHeap.getInt(entries + (index << 2));
    }

    /** Number of the page of an entry. */
    static int page(int entry) {
        return entry >>> PAGE_SHIFT;
    }

    /** Granule of an entry: 0 to 255 are the payload, 256 is the header. */
    static int granule(int entry) {
        return entry & (1 << PAGE_SHIFT) - 1;
    }

    void clear() {
        count = 0;
    }

    void close() {
        OffHeap.free(entries);
    }
}
