package io.tidemark.state.heap;

/** Copy of one unit. */
interface HeapUnitImage {
    /** Bytes that the copied unit takes from the limit. */
    long charge();

    /** Bytes of the copy. */
    long sizeBytes();
}
