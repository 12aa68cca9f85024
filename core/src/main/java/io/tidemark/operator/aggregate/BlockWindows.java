package io.tidemark.operator.aggregate;

import io.tidemark.state.StatePane;
import io.tidemark.state.StateTable;
import io.tidemark.time.GroupTimes;

/** Makes complete windows of many panes: of blocks of panes that several windows share, and of the panes at both ends. */
final class BlockWindows implements CompleteWindows {
    private final Groups groups;
    private final GroupTimes times;
    private final StateTable merged;
    private final PaneBlocks blocks;

    BlockWindows(Groups groups, StateTable merged, PaneBlocks blocks) {
        this.groups = groups;
        this.times = groups.times();
        this.merged = merged;
        this.blocks = blocks;
    }

    @Override
    public StatePane complete(long endNs) {
        long start = times.firstPane(endNs);
        StatePane target = null;
        StatePane pane = groups.table().nextPane(start - 1);
        while (pane != null && pane.id() < endNs) {
            StatePane block = blocks.within(pane.id(), start, endNs);
            target = target == null ? merged.openPane(endNs) : target;
            groups.merge(block == null ? pane : block, target);
            pane = groups.table().nextPane(block == null ? pane.id() : blocks.lastPane(block));
        }
        return target;
    }

    @Override
    public void changed(long pane) {
        blocks.changed(pane);
    }

    @Override
    public void expire(long endNs) {
        blocks.expire(times.firstPane(times.nextEnd(endNs)));
    }

    @Override
    public void restored() {
        // Blocks are state.
    }

    @Override
    public void close() {
        // Blocks are state.
    }
}
