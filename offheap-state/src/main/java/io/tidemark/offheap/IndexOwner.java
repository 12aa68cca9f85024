package io.tidemark.offheap;

import io.tidemark.state.TableSpec;

/** Whose index takes and returns blocks. */
interface IndexOwner {
    /** Named when there is no block left. */
    TableSpec spec();

    /** Adds to the number of blocks that count as the owner's. */
    void countBuckets(int count);
}
