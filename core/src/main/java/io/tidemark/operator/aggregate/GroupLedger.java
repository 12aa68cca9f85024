package io.tidemark.operator.aggregate;

import io.tidemark.operator.OperatorContext;
import io.tidemark.state.StatePane;
import io.tidemark.state.StateTable;
import io.tidemark.time.GroupTimes;
import io.tidemark.time.Watermark;

/**
 * Counts state as Apache Spark does: one entry for each group of each window, updates and late rows once per group and batch. Costs a table
 * entry per row and window, and exists for comparison only. A pane of its tables is a window, known by its end.
 */
final class GroupLedger {
    private final GroupTimes times;
    private final StateTable live;
    private final StateTable touched;
    private final StateTable late;
    private final OperatorContext context;

    GroupLedger(GroupTimes times, int keyBytes, OperatorContext context) {
        this.times = times;
        this.live = context.state().table("ledger-live", 0, keyBytes);
        this.touched = context.state().table("ledger-touched", 0, keyBytes);
        this.late = context.state().table("ledger-late", 0, keyBytes);
        this.context = context;
    }

    /** A row came: its open groups are updated, its complete ones are late. */
    void row(Groups groups, long pane, long watermarkNs) {
        for (long end = times.firstEnd(pane, Watermark.NONE); end <= times.lastEnd(pane); end = times.nextEnd(end)) {
            boolean open = !Watermark.isComplete(end, watermarkNs);
            if (open) {
                live.openPane(end).acquire(groups.keyAddress(), groups.keyBytes());
            }
            (open ? touched : late).openPane(end).acquire(groups.keyAddress(), groups.keyBytes());
            if (end == Watermark.END) {
                return;
            }
        }
    }

    /** The one group of an aggregation without keys is written by every batch, also by one without rows. */
    void global(Groups groups) {
        live.openPane(Watermark.END).acquire(groups.keyAddress(), groups.keyBytes());
        touched.openPane(Watermark.END).acquire(groups.keyAddress(), groups.keyBytes());
    }

    /** A batch ended; groups whose window is complete by this watermark leave state, unless nothing ever does. */
    void endOfBatch(long watermarkNs, boolean evicts) {
        long removed = 0;
        StatePane pane = live.firstPane();
        while (evicts && pane != null && Watermark.isComplete(pane.id(), watermarkNs)) {
            removed += pane.rowCount();
            MergedGroups.free(pane);
            pane = live.firstPane();
        }
        context.counters().groups(live.rowCount(), touched.rowCount(), removed, late.rowCount());
        clear(touched);
        clear(late);
    }

    private static void clear(StateTable table) {
        for (StatePane pane = table.firstPane(); pane != null; pane = table.firstPane()) {
            MergedGroups.free(pane);
        }
    }
}
