package io.tidemark.operator.aggregate;

import io.tidemark.state.StatePane;
import io.tidemark.state.StateTable;
import io.tidemark.time.PaneWindows;

/**
 * Panes merged once for the many windows that share them: runs of about the square root of the panes of a window, on a grid of their own, each known by its
 * first pane. A window of 100 panes is then put together from 28 parts or less. Only for windows that are complete; a late row that still belongs to
 * a later window changes its pane, and the block that holds it is made anew.
 */
final class PaneBlocks {
    private final Groups groups;
    private final PaneWindows windows;
    private final StateTable table;
    private final long blockNs;

    /**
     * Blocks of the panes of these groups.
     *
     * @param table takes them
     */
    PaneBlocks(Groups groups, PaneWindows windows, StateTable table) {
        this.groups = groups;
        this.windows = windows;
        this.table = table;
        this.blockNs = windows.blockNs();
    }

    /** The block that begins with or before {@code pane} and lies in {@code [startNs, endNs)}, made if it is not there; null when there is none. */
    StatePane within(long pane, long startNs, long endNs) {
        long first = windows.firstPaneOfBlock(pane);
        if (first < startNs || first + blockNs > endNs) {
            return null;
        }
        StatePane block = table.pane(first);
        return block == null ? make(first) : block;
    }

    /** Last pane of a block. */
    long lastPane(StatePane block) {
        return block.id() + blockNs - 1;
    }

    /** A pane took in a row after it was merged. */
    void changed(long pane) {
        StatePane block = table.pane(windows.firstPaneOfBlock(pane));
        if (block != null) {
            MergedGroups.free(block);
        }
    }

    /** Frees the blocks that begin before the first pane of all windows to come. */
    void expire(long startNs) {
        StatePane block = table.firstPane();
        while (block != null && block.id() < startNs) {
            MergedGroups.free(block);
            block = table.firstPane();
        }
    }

    private StatePane make(long first) {
        StatePane block = table.openPane(first);
        StatePane pane = groups.table().nextPane(first - 1);
        while (pane != null && pane.id() < first + blockNs) {
            groups.merge(pane, block);
            pane = groups.table().nextPane(pane.id());
        }
        return block;
    }
}
