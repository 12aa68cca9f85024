package io.tidemark.state;

/**
 * Where the state of one query lives. Tables and scalars are opened before the first row, always in the same order; after that the
 * engine thread alone uses the backend.
 */
public interface StateBackend extends AutoCloseable {
    /** Opens a table; each path once. */
    StateTable openTable(TableSpec spec);

    /** Opens a scalar; each owner and name once. */
    ScalarState openScalar(String owner, String name, long initial);

    /** Bytes taken from the limit. */
    long usedBytes();

    /** Declared limit in bytes. */
    long limitBytes();

    /** Copies all rows, panes and scalars; the backend goes on unchanged. */
    StateImage copy();

    /** Puts all tables and scalars back to what they were at {@link #copy}. Addresses and panes taken before are dead. */
    void restore(StateImage image);

    /** Frees everything; all addresses are dead. */
    @Override
    void close();
}
