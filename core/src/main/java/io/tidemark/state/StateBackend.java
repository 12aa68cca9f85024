package io.tidemark.state;

import java.util.Map;

/**
 * Where the state of one query lives. Tables, entries, indexes and scalars are opened before the first row, always in the same order;
 * after that the engine thread alone uses the backend. Tables, entries and indexes share one space of paths, owner and name; scalars have
 * their own.
 */
public interface StateBackend extends AutoCloseable {
    /**
     * Opens a table; each path once.
     *
     * @throws io.tidemark.error.TidemarkException {@code SETTING_INVALID} when the path is open already
     */
    StateTable openTable(TableSpec spec);

    /**
     * Opens a table of entries.
     *
     * @throws io.tidemark.error.TidemarkException {@code SETTING_INVALID} when the path is open already; {@code ROW_TOO_LARGE} when
     *     value and key are above {@link EntryTable#MAX_BYTES}
     */
    EntryTable openEntries(TableSpec spec);

    /**
     * Opens a log of rows with keys.
     *
     * @throws io.tidemark.error.TidemarkException {@code SETTING_INVALID} when the path is open already; {@code ROW_TOO_LARGE} when due
     *     time, value and key are above {@link KeyLog#MAX_BYTES}
     */
    KeyLog openKeyLog(TableSpec spec);

    /**
     * Opens an index by time.
     *
     * @throws io.tidemark.error.TidemarkException {@code SETTING_INVALID} when the path is open already
     */
    TimeIndex openTimeIndex(String owner, String name);

    /**
     * Opens a scalar; each owner and name once.
     *
     * @throws io.tidemark.error.TidemarkException {@code SETTING_INVALID} when it is open already
     */
    ScalarState openScalar(String owner, String name, long initial);

    /** Bytes taken from the limit. */
    long usedBytes();

    /** Declared limit in bytes. */
    long limitBytes();

    /** Use of the limit in detail, for progress and metrics; makes one object. */
    StateUsage usage();

    /** Copies all state; the backend goes on unchanged. */
    StateImage copy();

    /**
     * Puts all state back to what it was at {@link #copy}, in the backend that made the image or in another one in which the same was
     * opened in the same order. Tables, entries, indexes and scalars taken before stay good, addresses and panes taken before are dead.
     * Cursors and references that were valid at the copy are valid again.
     *
     * @throws io.tidemark.error.TidemarkException {@code RESTART_INCOMPATIBLE} when what is open differs;
     *     {@code STATE_LIMIT_EXCEEDED} when the limit is too small for the image
     */
    void restore(StateImage image);

    /**
     * Takes over the state of some owners from an image that another backend made; this one is empty, and what else is open in it stays so. A unit or scalar
     * of the image that is not open here is left out. Cursors and references into what was taken over are valid.
     *
     * @param owners for each owner whose state is wanted, by its name in the image, its name here
     * @throws io.tidemark.error.TidemarkException {@code RESTART_INCOMPATIBLE} when a unit has another shape here; {@code STATE_LIMIT_EXCEEDED} when the limit
     *     is too small
     */
    void adopt(StateImage image, Map<String, String> owners);

    /** Snapshots for checkpoints, the same object at every call. */
    StateSnapshots snapshots();

    /** Frees everything; all addresses are dead. */
    @Override
    void close();
}
