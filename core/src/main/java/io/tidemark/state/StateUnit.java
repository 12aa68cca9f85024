package io.tidemark.state;

/** What every kind of state tells about its size. Engine thread only. */
public interface StateUnit {
    /** Number of rows, entries or waiting records. */
    long rowCount();

    /** Rows or entries that left since this was opened, whatever the reason; and since the last restore. 0 of an index by time. */
    default long removedRows() {
        return 0;
    }

    /** Number of panes that are not yet freed; 0 for state without panes. */
    int paneCount();

    /** Bytes taken from the declared limit, index included. */
    long usedBytes();
}
