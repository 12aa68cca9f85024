package io.tidemark.state;

/** The one door through which an operator gets its tables and scalars; the owner is filled in. */
public final class StateRegistry {
    private final StateBackend backend;
    private final String owner;

    /** The state of one operator in a backend. */
    public StateRegistry(StateBackend backend, String owner) {
        this.backend = backend;
        this.owner = owner;
    }

    /** Opens a table of this operator; see {@link TableSpec}. */
    public StateTable table(String name, int valueBytes, int keyBytes) {
        return backend.openTable(new TableSpec(owner, name, valueBytes, keyBytes));
    }

    /** Opens a scalar of this operator. */
    public ScalarState scalar(String name, long initial) {
        return backend.openScalar(owner, name, initial);
    }
}
