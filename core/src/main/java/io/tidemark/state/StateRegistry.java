package io.tidemark.state;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The one door through which an operator gets its tables and scalars; the owner is filled in. */
public final class StateRegistry {
    private final StateBackend backend;
    private final String owner;
    private final List<StateTable> tables = new ArrayList<>();
    private final List<StateTable> tablesView = Collections.unmodifiableList(tables);

    /** The state of one operator in a backend. */
    public StateRegistry(StateBackend backend, String owner) {
        this.backend = backend;
        this.owner = owner;
    }

    /** Opens a table of this operator; see {@link TableSpec}. */
    public StateTable table(String name, int valueBytes, int keyBytes) {
        StateTable table = backend.openTable(new TableSpec(owner, name, valueBytes, keyBytes));
        tables.add(table);
        return table;
    }

    /** Opens a scalar of this operator. */
    public ScalarState scalar(String name, long initial) {
        return backend.openScalar(owner, name, initial);
    }

    /** Tables that this operator opened. */
    public List<StateTable> tables() {
        return tablesView;
    }
}
