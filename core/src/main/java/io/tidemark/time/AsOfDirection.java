package io.tidemark.time;

/** In which direction of time an as-of join looks for the partner of a row. */
public enum AsOfDirection {
    /** The last row of the other side that is not after it. */
    BACKWARD,
    /** The first row of the other side that is not before it. */
    FORWARD,
    /** The row of the other side that is nearest; of two equally near ones the one before. */
    NEAREST
}
