package io.tidemark.state;

/**
 * Rows with keys that go by time, the last one of each key found by it. Made for what is remembered for a span: ids that were seen, rows that
 * wait for a partner. Rows stand in the order in which they were appended and go many at a time; none is removed by itself.
 *
 * <p>A row has a due time, a value of fixed size and a key. It is good until {@link #drop} is called with a watermark by which it is due,
 * and may stay for some time after that: whoever finds it looks at its due time. Of the rows with one key the one is found that is due last,
 * and of several of those the one that was appended last.
 *
 * <p>A row is named by a reference: plain data, never 0, never used twice, that may stand in values and stays good across copy and restore.
 * Before a row is read that may be gone, ask {@link #isThere}.
 *
 * <p>Every call does bounded work. Engine thread only.
 */
public interface KeyLog extends StateUnit {
    /** No row. */
    long NONE = 0;

    /** Largest row: due time, value, key and, where keys differ in length, 8 bytes. */
    int MAX_BYTES = TableSpec.MAX_ROW_BYTES - Long.BYTES;

    /** Shape of the log. */
    TableSpec spec();

    /** The row with this key that is due last, be that past or not, or {@link #NONE}. */
    long find(long keyAddress, int keyBytes);

    /**
     * Appends a row with a value of zeros; the write barrier is done for the whole of it. The key must be the one that {@link #find} was
     * called with last, and nothing may have been called in between but what reads. The row must be due no earlier than the one that was
     * found; that one is not found any more.
     *
     * @return the row
     * @throws io.tidemark.error.TidemarkException {@code STATE_LIMIT_EXCEEDED} when the declared limit is reached;
     *     {@code ROW_TOO_LARGE} above {@link #MAX_BYTES}. Nothing has changed then.
     */
    long append(long keyAddress, int keyBytes, long dueNs);

    /**
     * The same for a row that is due no later than the one that was found: that one stays the one that is found.
     */
    long appendBehind(long keyAddress, int keyBytes, long dueNs);

    /** Whether a row is still there. */
    boolean isThere(long row);

    /** When a row is due. */
    long dueNs(long row);

    /** Address of the value, for reading. */
    long value(long row);

    /** Address of the <em>first byte of the value</em>, the write barrier done for {@code length} bytes from {@code offset}. */
    long valueForUpdate(long row, int offset, int length);

    /** Address of the key. */
    long key(long row);

    /** Length of the key. */
    int keyBytes(long row);

    /** Walks all rows in the order in which they were appended: takes 0 or the row before, returns the next one, 0 at the end. */
    long next(long cursor);

    /**
     * Lets rows go that are due.
     *
     * @param budget rows after which it stops; a piece of the log that goes as a whole counts when it is gone
     * @return how many rows went; 0 when none can go yet
     */
    int drop(long watermarkNs, int budget);

    /** Number of rows, with those that are due and not gone yet. */
    @Override
    long rowCount();

    @Override
    default int paneCount() {
        return 0;
    }
}
