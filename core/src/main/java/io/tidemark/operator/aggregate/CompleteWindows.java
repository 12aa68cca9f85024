package io.tidemark.operator.aggregate;

import io.tidemark.state.StatePane;

/**
 * Makes the groups of windows that are complete: each once, in the order of their ends. Panes of the windows may still take in rows, which are late for
 * those that are out and in time for others.
 */
interface CompleteWindows extends AutoCloseable {
    /** All groups of the window that ends here, as an open pane known by that end, or null when it has none. */
    StatePane complete(long endNs);

    /** A pane of a window that is out took in a row, which is late for that window and in time for others. */
    default void changed(long pane) {
        // Panes are read anew for each window.
    }

    /** The windows that end here or before are out; called before a pane that no other window needs is sealed. */
    void expire(long endNs);

    /** Forgets all scratch: the panes are other ones now. */
    void restored();

    @Override
    void close();
}
