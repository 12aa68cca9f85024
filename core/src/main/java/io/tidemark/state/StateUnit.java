package io.tidemark.state;

/** What every kind of state tells about its size. Engine thread only. */
public interface StateUnit {
    /** Number of rows, entries or waiting records. */
    long rowCount();

    /** Number of panes that are not yet freed; 0 for state without panes. */
    int paneCount();

    /** Bytes taken from the declared limit, index included. */
    long usedBytes();
}
