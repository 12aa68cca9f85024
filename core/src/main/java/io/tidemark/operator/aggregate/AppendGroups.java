package io.tidemark.operator.aggregate;

import io.tidemark.operator.ChainOperator;
import io.tidemark.operator.DropReason;
import io.tidemark.operator.OperatorContext;
import io.tidemark.operator.OperatorCounters;
import io.tidemark.operator.RowConsumer;
import io.tidemark.operator.Scratch;
import io.tidemark.row.RowView;
import io.tidemark.state.ScalarState;
import io.tidemark.state.StatePane;
import io.tidemark.state.StateTable;
import io.tidemark.time.GroupTimes;
import io.tidemark.time.Watermark;

/**
 * The running aggregation in append mode: a group comes out once, when it is complete. The panes of complete windows are sealed in the
 * order of their times; what they hold then comes out, a few groups per following row where that cannot change the order.
 */
final class AppendGroups implements ChainOperator {
    private static final int GROUPS_PER_ROW = 16;

    private final Groups groups;
    private final GroupTimes times;
    private final StateTable table;
    private final MergedGroups merged;
    private final GroupOutput out;
    private final GroupLedger ledger;
    private final SealedPanes sealed;
    private final OperatorContext context;
    private final OperatorCounters counters;
    private final RowConsumer next;
    private final ScalarState watermark;
    /** Mirrors the end of the next group to be complete, so that a watermark which completes nothing costs one compare. */
    @Scratch("mirrors the end of the first open group")
    private long nextEnd = Watermark.END;

    AppendGroups(GroupParts parts) {
        this.groups = parts.groups();
        this.times = groups.times();
        this.table = groups.table();
        this.merged = parts.merged();
        this.out = parts.out();
        this.ledger = parts.ledger();
        this.context = parts.context();
        this.counters = context.counters();
        this.next = parts.next();
        this.watermark = context.state().scalar("watermark", parts.initialWatermark());
        this.sealed = new SealedPanes(parts);
    }

    @Override
    public void onRow(RowView row) {
        counters.rowIn();
        if (sealed.pending()) {
            sealed.work(GROUPS_PER_ROW);
        }
        long watermarkNs = watermark.get();
        long pane = groups.pane(row, watermarkNs);
        if (pane == Groups.DROPPED) {
            return;
        }
        boolean late = groups.isLate(pane, watermarkNs);
        if (late && ledger == null) {
            context.drop(row, DropReason.LATE, watermarkNs);
            return;
        }
        if (!groups.encodeKey(row, watermarkNs)) {
            return;
        }
        if (ledger != null) {
            ledger.row(groups, pane, watermarkNs);
            if (late) {
                context.drop(row, DropReason.LATE, watermarkNs);
                return;
            }
        }
        groups.add(row, pane);
        counters.rowAccepted();
        long end = times.firstEnd(pane, watermarkNs);
        if (merged != null && Watermark.isComplete(times.firstEnd(pane, Watermark.NONE), watermarkNs)) {
            counters.rowPartlyLate();
        }
        nextEnd = Math.min(nextEnd, end);
    }

    @Override
    public void onWatermark(long watermarkNs, RowView cause) {
        watermark.set(watermarkNs);
        counters.watermark(watermarkNs);
        if (Watermark.isComplete(nextEnd, watermarkNs) && table.firstOpenPane() != null) {
            sealed.workOff();
            if (merged == null) {
                sealPanes(watermarkNs, cause);
            } else {
                mergeWindows(watermarkNs, cause);
            }
            if (context.deferEmission()) {
                sealed.work(GROUPS_PER_ROW);
            } else {
                sealed.workOff();
            }
        }
        if (!context.deferEmission()) {
            next.onWatermark(watermarkNs, cause);
        }
    }

    @Override
    public void onCut(RowView cause) {
        if (ledger != null) {
            ledger.endOfBatch(watermark.get(), true);
        }
        next.onCut(cause);
    }

    @Override
    public int work(int budget) {
        return sealed.work(budget);
    }

    @Override
    public boolean evictsByTime() {
        return true;
    }

    @Override
    public void restored() {
        findNextEnd(watermark.get());
        sealed.restored();
    }

    @Override
    public void close() {
        groups.close();
        out.close();
    }

    private void sealPanes(long watermarkNs, RowView cause) {
        StatePane pane = table.firstOpenPane();
        while (pane != null && Watermark.isComplete(times.lastEnd(pane.id()), watermarkNs)) {
            pane.seal(cause.source(), cause.position(), cause.ingestTimeNs());
            sealed.added();
            pane = table.firstOpenPane();
        }
        findNextEnd(watermarkNs);
    }

    private void mergeWindows(long watermarkNs, RowView cause) {
        while (table.firstOpenPane() != null && Watermark.isComplete(nextEnd, watermarkNs)) {
            long end = nextEnd;
            StatePane window = merged.merge(end);
            if (window != null) {
                window.seal(cause.source(), cause.position(), cause.ingestTimeNs());
                sealed.added();
            }
            expire(end);
            findNextEnd(end);
        }
    }

    /** Seals panes that no later window needs. */
    private void expire(long endNs) {
        StatePane pane = table.firstOpenPane();
        while (pane != null && Watermark.isComplete(times.lastEnd(pane.id()), endNs)) {
            pane.seal(0, 0, 0);
            sealed.added();
            pane = table.firstOpenPane();
        }
    }

    private void findNextEnd(long afterNs) {
        StatePane pane = table.firstOpenPane();
        nextEnd = pane == null ? Watermark.END : times.firstEnd(pane.id(), afterNs);
    }
}
