package io.tidemark.offheap;

import io.tidemark.memory.OffHeap;

/** Where each page lies: 8 bytes of native memory per page that the limit allows, filled once when the page is first taken. */
final class PageAddresses {
    private final long table;
    private int count;

    PageAddresses(int capacity) {
        table = OffHeap.reserve((long) capacity * Long.BYTES);
    }

    /** Where the addresses stand. */
    long table() {
        return table;
    }

    /** Address of a page that was added. */
    long of(int number) {
        return of(table, number);
    }

    /** Address of a page that was added to the table that stands there. */
    static long of(long table, int number) {
        return OffHeap.getLong(table + ((long) number << 3));
    }

    /** Address of the page that a {@link PageRef} names. */
    long ofRef(int ref) {
        return of(PageRef.page(ref));
    }

    /** Address of the place that a {@link PageRef} names. */
    long place(int ref) {
        return ofRef(ref) + Page.PAYLOAD + PageRef.offset(ref);
    }

    /** Adds the page with the number {@link #count}. */
    void add(long address) {
        OffHeap.putLong(table + ((long) count << 3), address);
        count++;
    }

    /** Gives a page another address; the caller gives the page that was there another number. */
    void replace(int number, long address) {
        OffHeap.putLong(table + ((long) number << 3), address);
    }

    /** Number of pages that were ever taken. */
    int count() {
        return count;
    }

    void close() {
        OffHeap.free(table);
    }
}
