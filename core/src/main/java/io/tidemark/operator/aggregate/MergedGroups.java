package io.tidemark.operator.aggregate;

import io.tidemark.state.StatePane;
import io.tidemark.state.StateTable;

/**
 * Makes the groups of a sliding window out of the panes that it shares with others: panes in the order of their times, groups of a pane
 * in the order in which they came into being. A merged pane is known by the end of its window.
 */
final class MergedGroups implements CompleteWindows {
    private final Groups groups;
    private final StateTable merged;

    /**
     * Windows of these groups.
     *
     * @param merged takes the merged panes
     */
    MergedGroups(Groups groups, StateTable merged) {
        this.groups = groups;
        this.merged = merged;
    }

    StateTable table() {
        return merged;
    }

    /** All groups of the window that ends here, or null when it has none. */
    StatePane merge(long endNs) {
        StatePane target = null;
        for (StatePane pane = first(endNs);
                isIn(pane, endNs);
                pane = groups.table().nextPane(pane.id())) {
            target = target == null ? merged.openPane(endNs) : target;
            groups.merge(pane, target);
        }
        return target;
    }

    /** The group with one key of the window that ends here; free the pane after use. */
    StatePane merge(long endNs, long keyAddress, int keyBytes) {
        StatePane target = merged.openPane(endNs);
        long to = target.acquire(keyAddress, keyBytes);
        for (StatePane pane = first(endNs);
                isIn(pane, endNs);
                pane = groups.table().nextPane(pane.id())) {
            long from = pane.find(keyAddress, keyBytes);
            if (from != StatePane.NO_ROW) {
                groups.accumulators().merge(from, pane, to, target);
            }
        }
        return target;
    }

    @Override
    public StatePane complete(long endNs) {
        return merge(endNs);
    }

    @Override
    public void expire(long endNs) {
        // Nothing is kept between two windows.
    }

    @Override
    public void restored() {
        // Nothing is kept between two windows.
    }

    @Override
    public void close() {
        // Nothing is kept between two windows.
    }

    /** Frees a merged pane at once. */
    static void free(StatePane pane) {
        if (!pane.sealed()) {
            pane.seal(0, 0, 0);
        }
        while (!pane.free(Integer.MAX_VALUE)) {
            // One call frees all pages; a backend may take several.
        }
    }

    private StatePane first(long endNs) {
        return groups.table().nextPane(groups.times().firstPane(endNs) - 1);
    }

    private static boolean isIn(StatePane pane, long endNs) {
        return pane != null && pane.id() < endNs;
    }
}
