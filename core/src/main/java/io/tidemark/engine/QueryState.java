package io.tidemark.engine;

/** Where a query is in its life. */
public enum QueryState {
    /** Not opened yet. */
    NEW,
    /** Reading, or waiting for rows. */
    RUNNING,
    /** Ended by itself: everything that was there has been read. */
    COMPLETED,
    /** Ended by a drain: all windows are closed for good. */
    DRAINED,
    /** Ended by {@code close}. */
    CLOSED,
    /** Ended by an error. */
    FAILED;

    /** Whether the query does nothing any more. */
    public boolean ended() {
        return this != NEW && this != RUNNING;
    }
}
