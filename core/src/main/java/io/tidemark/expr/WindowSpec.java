package io.tidemark.expr;

/** How a window cuts time, as data. {@code toString} is its canonical text, used in plans and fingerprints. */
public sealed interface WindowSpec permits FixedWindow, CalendarWindow, SessionWindow {
    /** The word of a query that stands for this kind of window. */
    String word();
}
