package io.tidemark.offheap;

/**
 * A place in a page as 32 bits that mean the same in every process: {@code page number << 11 | offset in the payload / 8}. Page 0
 * holds scalars, so no row or text has the reference 0. It is the offset that bounds a backend to 2^21 pages, 32 GiB of payload.
 */
final class PageRef {
    /** Pages that a reference can name. */
    static final int MAX_PAGES = 1 << 21;
    /** References from one page to the next. */
    static final int UNITS_PER_PAGE = Page.PAYLOAD_BYTES / Long.BYTES;

    private static final int PAGE_SHIFT = 11;
    private static final int UNIT_SHIFT = 3;

    private PageRef() {}

    static int of(int page, int offset) {
        return page << PAGE_SHIFT | offset >>> UNIT_SHIFT;
    }

    static int page(int ref) {
        return ref >>> PAGE_SHIFT;
    }

    /** Offset in the payload, in bytes. */
    static int offset(int ref) {
        return (ref & UNITS_PER_PAGE - 1) << UNIT_SHIFT;
    }
}
