package io.tidemark.time;

/** What the value of a column has to do with the watermark of its stream. */
public enum TimeProvenance {
    /** Nothing is known. */
    NONE,
    /** The value is the event time that the watermark follows. */
    EXACT,
    /** The value is the end of a window of that event time: one unit after the greatest time in it. */
    WINDOW_END
}
