package io.tidemark.offheap;

/** One table, table of entries or index by time of a backend. */
interface PagedUnit {
    /** What must be equal for a copy to fit. */
    UnitShape shape();

    UnitCopy copy();

    /** Forgets all content: its pages and blocks have gone back already. */
    void forget();

    /**
     * Fills an empty unit from a copy of its own shape, whose pages have left the free list.
     *
     * @param roomy whether the index may be laid out anew for what is there
     */
    void restore(UnitCopy copy, boolean roomy);

    /** Frees what lies outside of the pages. */
    void close();
}
