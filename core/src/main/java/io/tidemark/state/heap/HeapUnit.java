package io.tidemark.state.heap;

/** One table, table of entries or index of a backend. */
interface HeapUnit {
    /** What must be equal for an image to fit. */
    HeapShape shape();

    HeapUnitImage copy();

    /** Fills an empty unit from an image of its own shape. */
    void restore(HeapUnitImage image);

    /** Frees all memory at once. */
    void discard();
}
