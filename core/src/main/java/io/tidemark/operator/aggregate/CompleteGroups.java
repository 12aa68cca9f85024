package io.tidemark.operator.aggregate;

import io.tidemark.operator.ChainOperator;
import io.tidemark.operator.OperatorContext;
import io.tidemark.operator.OperatorCounters;
import io.tidemark.operator.RowConsumer;
import io.tidemark.row.RowKind;
import io.tidemark.row.RowView;
import io.tidemark.state.StatePane;
import io.tidemark.state.StateTable;
import io.tidemark.time.GroupTimes;
import io.tidemark.time.Watermark;

/** The running aggregation in complete mode: every cut brings out all groups. No row is late and nothing is ever freed. */
final class CompleteGroups implements ChainOperator {
    private final Groups groups;
    private final GroupTimes times;
    private final StateTable table;
    private final MergedGroups merged;
    private final GroupOutput out;
    private final GroupLedger ledger;
    private final OperatorContext context;
    private final OperatorCounters counters;
    private final RowConsumer next;
    private final boolean global;

    CompleteGroups(GroupParts parts, boolean global) {
        this.groups = parts.groups();
        this.times = groups.times();
        this.table = groups.table();
        this.merged = parts.merged();
        this.out = parts.out();
        this.ledger = parts.ledger();
        this.context = parts.context();
        this.counters = context.counters();
        this.next = parts.next();
        this.global = global;
    }

    @Override
    public void onRow(RowView row) {
        counters.rowIn();
        long pane = groups.pane(row, Watermark.NONE);
        if (pane == Groups.DROPPED || !groups.encodeKey(row, Watermark.NONE)) {
            return;
        }
        if (ledger != null) {
            ledger.row(groups, pane, Watermark.NONE);
        }
        groups.add(row, pane);
        counters.rowAccepted();
    }

    @Override
    public void onWatermark(long watermarkNs, RowView cause) {
        counters.watermark(watermarkNs);
        next.onWatermark(watermarkNs, cause);
    }

    @Override
    public void onCut(RowView cause) {
        if (global) {
            groups.makeGlobal();
            if (ledger != null) {
                ledger.global(groups);
            }
        }
        if (merged == null) {
            for (StatePane pane = table.firstPane(); pane != null; pane = table.nextPane(pane.id())) {
                out.emitAll(times.lastEnd(pane.id()), pane, RowKind.INSERT, cause);
            }
        } else {
            emitWindows(cause);
        }
        if (ledger != null) {
            ledger.endOfBatch(Watermark.NONE, false);
        }
        next.onCut(cause);
    }

    @Override
    public long oldestOpenNs() {
        return groups.oldestOpenNs();
    }

    @Override
    public void close() {
        groups.close();
        out.close();
    }

    private void emitWindows(RowView cause) {
        StatePane pane = table.firstPane();
        long done = Watermark.NONE;
        while (pane != null) {
            long end = times.firstEnd(pane.id(), done);
            if (end > times.lastEnd(pane.id())) {
                pane = table.nextPane(pane.id());
                continue;
            }
            StatePane window = merged.merge(end);
            out.emitAll(end, window, RowKind.INSERT, cause);
            MergedGroups.free(window);
            done = end;
        }
    }
}
