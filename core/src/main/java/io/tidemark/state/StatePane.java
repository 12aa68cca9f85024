package io.tidemark.state;

/**
 * Rows with distinct keys, in insertion order. A row is a fixed-size value and a key; rows never move, so an address stays good
 * until the pane is freed. Bytes of variable length that belong to rows are freed with the pane. Engine thread only. Use after free is refused with {@code STATE_CORRUPT} as far as it is seen: fully
 * with assertions on.
 */
public interface StatePane extends BytesStore {
    /** No row. */
    long NO_ROW = 0;

    /** Id of the pane, such as the start of its window. */
    long id();

    /** Number of rows. */
    long rowCount();

    /** Address of the value with this key, for reading, or {@link #NO_ROW}. */
    long find(long keyAddress, int keyBytes);

    /**
     * Address of the value with this key, ready to be written: made with a value of zeros when there is none, the write barrier
     * done for the whole value.
     *
     * @throws io.tidemark.error.TidemarkException {@code STATE_LIMIT_EXCEEDED} when the declared limit is reached;
     *     {@code ROW_TOO_LARGE} when key and value do not fit a page. Nothing has changed then.
     */
    long acquire(long keyAddress, int keyBytes);

    /**
     * Makes a row without asking whether its key is there: the caller knows that it is not. The value is zeros and ready to be written, as after
     * {@link #acquire}. The row is walked, but not indexed; so a pane that takes rows this way takes all of them this way, and
     * neither {@link #find} nor {@link #acquire} may be asked.
     *
     * @return address of the value
     * @throws io.tidemark.error.TidemarkException as {@link #acquire}
     */
    long append(long keyAddress, int keyBytes);

    /** Whether the last {@link #acquire} made the row. */
    boolean created();

    /** Nothing: all bytes of a pane are freed with it. */
    @Override
    default void freeBytes(long reference) {
        // A pane goes as a whole.
    }

    /**
     * Ends the pane: no {@link #acquire}, {@link #append}, {@link #allocateBytes} or {@link #bytesForUpdate} may follow. The origin is kept for the rows that come out of it.
     *
     * @param causeSource ordinal of the source of the row that ended the pane
     * @param causePosition journal position of the row that ended the pane
     * @param causeIngestTimeNs recorded ingest time of that row
     */
    void seal(int causeSource, long causePosition, long causeIngestTimeNs);

    /** Whether {@link #seal} was called. */
    boolean sealed();

    /** What {@link #seal} was given. */
    int causeSource();

    /** What {@link #seal} was given. */
    long causePosition();

    /** What {@link #seal} was given. */
    long causeIngestTimeNs();

    /**
     * Walks the rows in insertion order: takes 0 or the cursor before and returns the next one, 0 at the end. A cursor is plain
     * data and stays good across copy and restore.
     */
    long next(long cursor);

    /** Address of the value of the row at a cursor. */
    long valueAt(long cursor);

    /** Address of the key of the row at a cursor; its bytes are a row of the key's schema. */
    long keyAt(long cursor);

    /** Length of the key of the row at a cursor. */
    int keyBytesAt(long cursor);

    /**
     * Frees up to {@code pages} pages of a sealed pane, at least 1. After the first call its rows may not be read any more; the
     * pane itself stays in its table, and in every copy, until it is gone.
     *
     * @return true when the pane is gone; it may not be used any more
     */
    boolean free(int pages);
}
