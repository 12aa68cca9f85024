package io.tidemark.offheap;

import io.tidemark.state.MetaReader;
import io.tidemark.state.MetaWriter;

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

    /** Writes what lies outside of the pages and the index; makes no object. */
    void write(MetaWriter rest);

    /** Reads the same back into an empty unit. */
    void read(MetaReader rest);

    /**
     * Counts the pages after {@link #read}, and checks that they are as what was read says.
     *
     * @throws io.tidemark.error.TidemarkException {@code STATE_CORRUPT}
     */
    int requirePages();

    /** Blocks that an index takes when it is laid out for what is there. */
    long plannedBlocks();

    /**
     * Builds the index from what is there.
     *
     * @param roomy whether the index may be laid out anew for what is there
     */
    void rebuildIndex(boolean roomy);

    /** Frees what lies outside of the pages. */
    void close();
}
