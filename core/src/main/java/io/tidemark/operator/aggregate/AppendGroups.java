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
    private final CompleteWindows windows;
    private final GroupOutput out;
    private final GroupLedger ledger;
    private final SealedPanes sealed;
    private final OperatorContext context;
    private final OperatorCounters counters;
    private final RowConsumer next;
    private final boolean deferred;
    private final ScalarState watermark;
    /** Mirrors the end of the next group to be complete, so that a watermark which completes nothing costs one compare. */
    @Scratch("mirrors the end of the first open group")
    private long nextEnd = Watermark.END;
    /** Pane of the last row, whose ends stand beside it, so that a row of the same pane costs one compare; no pane is {@link Groups#DROPPED}. */
    @Scratch("found again by the next row")
    private long pane = Groups.DROPPED;

    @Scratch("belongs to the pane of the last row")
    private long paneFirstEnd;

    @Scratch("belongs to the pane of the last row")
    private long paneLastEnd;

    AppendGroups(GroupParts parts) {
        this.groups = parts.groups();
        this.times = groups.times();
        this.table = groups.table();
        this.windows = parts.windows();
        this.out = parts.out();
        this.ledger = parts.ledger();
        this.context = parts.context();
        this.counters = context.counters();
        this.next = parts.next();
        this.deferred = context.deferEmission();
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
        long rowPane = groups.pane(row, watermarkNs);
        if (rowPane == Groups.DROPPED) {
            return;
        }
        if (rowPane != pane) {
            enter(rowPane);
        }
        boolean late = Watermark.isComplete(paneLastEnd, watermarkNs);
        if (late && ledger == null) {
            context.drop(row, DropReason.LATE, watermarkNs);
            return;
        }
        if (!groups.encodeKey(row, watermarkNs)) {
            return;
        }
        if (ledger != null) {
            ledger.row(groups, rowPane, watermarkNs);
            if (late) {
                context.drop(row, DropReason.LATE, watermarkNs);
                return;
            }
        }
        groups.add(row, rowPane);
        counters.rowAccepted();
        if (!Watermark.isComplete(paneFirstEnd, watermarkNs)) {
            nextEnd = Math.min(nextEnd, paneFirstEnd);
        } else {
            counters.rowPartlyLate();
            windows.changed(rowPane);
            nextEnd = Math.min(nextEnd, times.firstEnd(rowPane, watermarkNs));
        }
    }

    private void enter(long newPane) {
        pane = newPane;
        paneFirstEnd = times.firstEnd(newPane, Watermark.NONE);
        paneLastEnd = times.lastEnd(newPane);
    }

    @Override
    public void onWatermark(long watermarkNs, RowView cause) {
        watermark.set(watermarkNs);
        counters.watermark(watermarkNs);
        if (Watermark.isComplete(nextEnd, watermarkNs) && table.firstOpenPane() != null) {
            sealed.workOff();
            if (windows == null) {
                sealPanes(watermarkNs, cause);
            } else {
                mergeWindows(watermarkNs, cause);
            }
            if (deferred) {
                sealed.work(GROUPS_PER_ROW);
            } else {
                sealed.workOff();
            }
        }
        if (!deferred) {
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
        pane = Groups.DROPPED;
        if (windows != null) {
            windows.restored();
        }
        findNextEnd(watermark.get());
        sealed.restored();
    }

    @Override
    public long oldestOpenNs() {
        return groups.oldestOpenNs();
    }

    @Override
    public long nextDeadlineNs() {
        return groups.nextDeadlineNs(watermark.get());
    }

    @Override
    public void close() {
        groups.close();
        out.close();
        if (windows != null) {
            windows.close();
        }
    }

    private void sealPanes(long watermarkNs, RowView cause) {
        StatePane open = table.firstOpenPane();
        while (open != null && Watermark.isComplete(times.lastEnd(open.id()), watermarkNs)) {
            open.seal(cause.source(), cause.position(), cause.ingestTimeNs());
            sealed.added();
            open = table.firstOpenPane();
        }
        findNextEnd(watermarkNs);
    }

    private void mergeWindows(long watermarkNs, RowView cause) {
        while (table.firstOpenPane() != null && Watermark.isComplete(nextEnd, watermarkNs)) {
            long end = nextEnd;
            StatePane window = windows.complete(end);
            if (window != null) {
                window.seal(cause.source(), cause.position(), cause.ingestTimeNs());
                sealed.added();
            }
            windows.expire(end);
            expire(end);
            findNextEnd(end);
        }
    }

    /** Seals panes that no later window needs. */
    private void expire(long endNs) {
        StatePane open = table.firstOpenPane();
        while (open != null && Watermark.isComplete(times.lastEnd(open.id()), endNs)) {
            open.seal(0, 0, 0);
            sealed.added();
            open = table.firstOpenPane();
        }
    }

    private void findNextEnd(long afterNs) {
        StatePane open = table.firstOpenPane();
        nextEnd = open == null ? Watermark.END : times.firstEnd(open.id(), afterNs);
    }
}
