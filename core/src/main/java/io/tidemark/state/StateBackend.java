package io.tidemark.state;

/**
 * Where the state of one query lives. Tables and scalars are opened before the first row, always in the same order; after that the
 * engine thread alone uses the backend.
 */
public interface StateBackend extends AutoCloseable {
    /**
     * Opens a table; each path once.
     *
     * @throws io.tidemark.error.TidemarkException {@code SETTING_INVALID} when the path is open already
     */
    StateTable openTable(TableSpec spec);

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

    /** Copies all rows, panes and scalars; the backend goes on unchanged. */
    StateImage copy();

    /**
     * Puts all tables and scalars back to what they were at {@link #copy}, in the backend that made the image or in another one in
     * which the same tables and scalars were opened in the same order. Tables and scalars taken before stay good, addresses and
     * panes taken before are dead. Cursors and references of bytes that were valid at the copy are valid again.
     *
     * @throws io.tidemark.error.TidemarkException {@code RESTART_INCOMPATIBLE} when the tables or scalars differ;
     *     {@code STATE_LIMIT_EXCEEDED} when the limit is too small for the image
     */
    void restore(StateImage image);

    /** Frees everything; all addresses are dead. */
    @Override
    void close();
}
