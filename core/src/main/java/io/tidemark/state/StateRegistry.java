package io.tidemark.state;

import io.tidemark.row.Schema;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The one door through which an operator gets its state; the owner is filled in. */
public final class StateRegistry {
    private final StateBackend backend;
    private final String owner;
    private final List<StateUnit> units = new ArrayList<>();
    private final Map<String, StateUnit> named = new LinkedHashMap<>();
    private final Map<String, ScalarState> scalars = new LinkedHashMap<>();
    private Schema keys;
    private final List<StateUnit> unitsView = Collections.unmodifiableList(units);

    /** The state of one operator in a backend. */
    public StateRegistry(StateBackend backend, String owner) {
        this.backend = backend;
        this.owner = owner;
    }

    /** Opens a table of this operator; see {@link TableSpec}. */
    public StateTable table(String name, int valueBytes, int keyBytes) {
        StateTable table = backend.openTable(new TableSpec(owner, name, valueBytes, keyBytes));
        units.add(table);
        named.put(name, table);
        return table;
    }

    /** Opens a table of entries of this operator; see {@link TableSpec}. */
    public EntryTable entries(String name, int valueBytes, int keyBytes) {
        EntryTable entries = backend.openEntries(new TableSpec(owner, name, valueBytes, keyBytes));
        units.add(entries);
        named.put(name, entries);
        return entries;
    }

    /** Opens a log of rows with keys of this operator; see {@link TableSpec}. */
    public KeyLog keyLog(String name, int valueBytes, int keyBytes) {
        KeyLog log = backend.openKeyLog(new TableSpec(owner, name, valueBytes, keyBytes));
        units.add(log);
        named.put(name, log);
        return log;
    }

    /** Opens an index by time of this operator. */
    public TimeIndex timeIndex(String name) {
        TimeIndex index = backend.openTimeIndex(owner, name);
        units.add(index);
        named.put(name, index);
        return index;
    }

    /** Opens a scalar of this operator. */
    public ScalarState scalar(String name, long initial) {
        ScalarState scalar = backend.openScalar(owner, name, initial);
        scalars.put(name, scalar);
        return scalar;
    }

    /** Says what the keys of this operator's tables are, for whoever looks at its state. */
    public void describeKeys(Schema schema) {
        keys = schema;
    }

    /** What the keys of this operator's tables are, or null where it does not say. */
    public Schema keys() {
        return keys;
    }

    /** Uid of the operator. */
    public String owner() {
        return owner;
    }

    /** The same by their names, in the order in which they were opened. */
    public Map<String, StateUnit> named() {
        return Collections.unmodifiableMap(named);
    }

    /** The scalars by their names, in the order in which they were opened. */
    public Map<String, ScalarState> scalars() {
        return Collections.unmodifiableMap(scalars);
    }

    /** All that this operator opened, but for scalars. */
    public List<StateUnit> units() {
        return unitsView;
    }
}
