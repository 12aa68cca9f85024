package io.tidemark.state;

/**
 * Rows of one operator in panes: a pane is a set of rows with distinct keys that is emitted and freed as a whole. Engine
 * thread only.
 */
public interface StateTable extends StateUnit {
    /** Shape of the table. */
    TableSpec spec();

    /** The pane with this id, or null. Cheap for the pane that was asked for last. */
    StatePane pane(long id);

    /** The pane with this id, made when there is none. */
    StatePane openPane(long id);

    /** The pane with the smallest id, sealed or not, or null. */
    StatePane firstPane();

    /** The pane with the smallest id that is not sealed, or null. */
    StatePane firstOpenPane();

    /** The pane with the smallest id greater than {@code id}, or null. */
    StatePane nextPane(long id);

    /** Number of rows in all panes. */
    @Override
    long rowCount();
}
