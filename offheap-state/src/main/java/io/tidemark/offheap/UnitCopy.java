package io.tidemark.offheap;

import java.util.BitSet;

/** Copy of one unit; nothing in it is an address. */
interface UnitCopy {
    long sizeBytes();

    /** Adds the numbers of all pages in the copy. */
    void addPages(BitSet numbers);

    /** Blocks that an index takes when it is laid out for what is there. */
    long plannedBlocks();
}
