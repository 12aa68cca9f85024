package io.tidemark.state;

/**
 * Snapshots of one backend that are taken while rows go on, and the way back. State is seen as units of equal size, such as pages, and a small rest
 * that is written at once. A snapshot holds what changed since the one before that was published; the first one holds everything. Engine thread only.
 *
 * <p>The order of calls is {@link #track} once after the backend was opened, then for each snapshot {@link #start}, {@link #sweep} until
 * {@link #complete}, and {@link #published} or {@link #abandon}. A snapshot is the state at {@code start}: a part that is written before it was
 * swept is handed over first, as it was.
 */
public interface StateSnapshots {
    /** Bytes of the image of a unit, a multiple of 8. */
    int unitBytes();

    /** Kind and layout of units and rest as text. A snapshot can be loaded only where this text is the same. */
    String format();

    /** Remembers changes from now on. Call it once, before the first table is opened. */
    void track();

    /** Whether the next snapshot holds everything, since nothing of this state was published or loaded yet. */
    boolean nextIsFull();

    /** Whether {@link #start} may be called: no snapshot is under way, and none that was abandoned is still being taken back. */
    boolean ready();

    /**
     * Begins a snapshot of this moment, between two rows. Costs the rest of the state, not its size.
     *
     * @param stage takes the units, until the snapshot is complete
     * @param rest takes what lies outside of units
     */
    void start(SnapshotStage stage, MetaWriter rest);

    /**
     * Does a part of the pending work: hands over units, or takes back an abandoned snapshot.
     *
     * @param budget greatest number of parts
     * @return number of parts done; 0 when nothing is pending or the stage has no room
     */
    int sweep(int budget);

    /** Whether everything of the snapshot under way was handed over. */
    boolean complete();

    /** Whether the stage had no room for a first write: the snapshot under way can only be abandoned. */
    boolean overflowed();

    /** The complete snapshot is durable: the next one holds what changed since its start. */
    void published();

    /** The snapshot under way will not be: what it was to hold goes into the next one. Taking it back is done by {@link #sweep}. */
    void abandon();

    /**
     * Fills a part of a unit of an empty backend, later parts over earlier ones. After {@link #track}, before or after tables were opened; before any row.
     *
     * @param address where the bytes lie; they are copied
     */
    void load(int unit, int offset, long address, int bytes);

    /**
     * Ends the loading: tables, entries, indexes and scalars that are open hold what they held at the start of the snapshot. Addresses taken before are
     * dead, cursors and references of that moment are valid.
     *
     * @throws io.tidemark.error.TidemarkException {@code RESTART_INCOMPATIBLE} when what is open differs from what was; {@code STATE_LIMIT_EXCEEDED}
     *     when the limit is too small; {@code STATE_CORRUPT} when the units contradict the rest
     */
    void loaded(MetaReader rest);
}
