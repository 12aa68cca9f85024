package io.tidemark.state;

/**
 * What is due when: records of a due time and a payload, taken in the order of due time and, where that is equal, of insertion. Any due
 * time may come at any moment, also one before the first. Every call does bounded work: adding costs a logarithm of the size, less for a
 * record that is among the last, and removing the first is constant but for a logarithm once in some dozen calls. Engine thread only.
 *
 * <p>A record cannot be withdrawn. Let the payload lead to what decides whether the record still counts, such as a key or a number, not
 * the reference of an entry that may be gone by then.
 */
public interface TimeIndex extends StateUnit {
    /** Due time of an empty index: later than all others. */
    long EMPTY = Long.MAX_VALUE;

    /**
     * Adds a record.
     *
     * @param dueNs less than {@link #EMPTY}
     * @throws io.tidemark.error.TidemarkException {@code STATE_LIMIT_EXCEEDED} when the declared limit is reached. Nothing has changed
     *     then.
     */
    void add(long dueNs, long payload);

    /** Due time of the first record, or {@link #EMPTY}. Kept at hand, so that callers may ask on every row. */
    long firstDueNs();

    /** Payload of the first record; there must be one. */
    long firstPayload();

    /** Insertion number of the first record, counted from 0 over the life of the index; there must be one. */
    long firstOrder();

    /** Removes the first record; there must be one. */
    void removeFirst();

    /** Number of records. */
    long size();

    @Override
    default long rowCount() {
        return size();
    }

    @Override
    default int paneCount() {
        return 0;
    }
}
