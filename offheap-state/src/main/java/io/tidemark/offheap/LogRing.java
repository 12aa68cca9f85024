package io.tidemark.offheap;

import io.tidemark.memory.OffHeap;

/**
 * Which pages of a log are there: a sequence number leads to its page, or nowhere once that is gone. A reference is
 * {@code sequence << 11 | offset in the payload / 8}, so that one to a page that is gone is recognised without a look at the page. Slots of
 * the index hold its low 32 bits, a short reference. Eight bytes for each of twice the pages that the limit allows; derived from the pages.
 *
 * @param table where the addresses of the pages stand
 * @param mask finds the place of a sequence number
 * @param entries a sequence number and the number of its page in each
 * @param given remembers the sequence number given out last
 */
record LogRing(long table, int mask, long entries, Given given) {
    /** Bits of a place in a page. */
    private static final int PLACE_BITS = 11;
    /** Bits of a page number, and of the part of a sequence number that stands in a short reference. */
    private static final int NUMBER_BITS = 21;

    private static final int NUMBER_MASK = (1 << NUMBER_BITS) - 1;
    private static final int LEAST_ENTRIES = 64;

    /** What a ring changes. */
    private static final class Given {
        private long last;
    }

    static LogRing of(PageAddresses pages, int capacity) {
        int wanted = (int) Math.min(PageRef.MAX_PAGES, Math.max(LEAST_ENTRIES, 2L * capacity));
        int size = Integer.highestOneBit(wanted - 1) << 1;
        return new LogRing(pages.table(), size - 1, OffHeap.allocate((long) size * Long.BYTES), new Given());
    }

    static long reference(long sequence, int offset) {
        return sequence << PLACE_BITS | offset >>> 3;
    }

    /** The sequence number given out last. */
    long last() {
        return given.last;
    }

    /** Goes on after a sequence number that was given out before. */
    void continueAfter(long sequence) {
        given.last = sequence;
    }

    /** A sequence number for a page; its part in short references is never 0. */
    long add(int number) {
        do {
            given.last++;
        } while ((given.last & NUMBER_MASK) == 0 || entry(given.last) != 0);
        set(given.last, number);
        return given.last;
    }

    /** Notes a page that has its sequence number already. */
    void set(long sequence, int number) {
        OffHeap.putLong(at(sequence), sequence << NUMBER_BITS | number);
    }

    /** Forgets a page. */
    void remove(long sequence) {
        OffHeap.putLong(at(sequence), 0);
    }

    void clear() {
        OffHeap.zero(entries, (mask + 1L) * Long.BYTES);
        given.last = 0;
    }

    private long at(long sequence) {
        return entries + ((sequence & mask) << 3);
    }

    private long entry(long sequence) {
        return OffHeap.getLong(at(sequence));
    }

    /** Whether the page of a reference is there. */
    boolean holds(long reference) {
        long sequence = reference >>> PLACE_BITS;
        return entry(sequence) >>> NUMBER_BITS == sequence;
    }

    /** Address of the page of a reference, which is there. */
    long page(long reference) {
        return PageAddresses.of(table, (int) entry(reference >>> PLACE_BITS) & NUMBER_MASK);
    }

    /** Address of the place of a reference, whose page is there. */
    long place(long reference) {
        return page(reference) + Page.PAYLOAD + PageRef.offset((int) reference);
    }

    /** The reference that a short one stands for, or 0 when its page is gone. */
    long full(int shortReference) {
        int part = shortReference >>> PLACE_BITS;
        long sequence = entry(part) >>> NUMBER_BITS;
        return ((int) sequence & NUMBER_MASK) == part
                ? sequence << PLACE_BITS | shortReference & PageRef.UNITS_PER_PAGE - 1
                : 0;
    }

    void close() {
        OffHeap.free(entries);
    }
}
