package io.tidemark.operator.aggregate;

import io.tidemark.operator.ChainOperator;
import io.tidemark.operator.DropReason;
import io.tidemark.operator.OperatorContext;
import io.tidemark.operator.OperatorCounters;
import io.tidemark.operator.RowConsumer;
import io.tidemark.row.RowKind;
import io.tidemark.row.RowView;
import io.tidemark.state.ScalarState;
import io.tidemark.state.StatePane;
import io.tidemark.state.StateTable;
import io.tidemark.time.GroupTimes;
import io.tidemark.time.Watermark;

/**
 * The running aggregation in update mode: a group comes out whenever a row entered it, at once or, conflated, at the next cut or when its
 * window is complete. Complete windows are freed without a further row.
 */
final class UpdateGroups implements ChainOperator {
    private static final int PAGES_PER_ROW = 1;

    private final Groups groups;
    private final GroupTimes times;
    private final StateTable table;
    private final MergedGroups merged;
    private final GroupOutput out;
    private final GroupLedger ledger;
    private final OperatorContext context;
    private final OperatorCounters counters;
    private final RowConsumer next;
    private final ScalarState watermark;
    /** Groups that a row entered since the last cut, by the end of their window; null where rows come out at once. */
    private final StateTable touched;

    private final boolean global;
    private final boolean watermarked;
    private final boolean followsWatermark;

    UpdateGroups(GroupParts parts, boolean conflated, boolean global) {
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
        this.touched =
                conflated ? context.state().table("touched", 0, table.spec().keyBytes()) : null;
        this.global = global;
        this.watermarked = parts.watermarked();
        this.followsWatermark = parts.followsWatermark();
    }

    @Override
    public void onRow(RowView row) {
        counters.rowIn();
        freeExpired(PAGES_PER_ROW);
        long watermarkNs = watermark.get();
        long pane = groups.pane(row, watermarkNs);
        if (pane == Groups.DROPPED || !groups.encodeKey(row, watermarkNs)) {
            return;
        }
        if (ledger != null) {
            ledger.row(groups, pane, watermarkNs);
        }
        if (groups.isLate(pane, watermarkNs)) {
            context.drop(row, DropReason.LATE, watermarkNs);
            return;
        }
        groups.add(row, pane);
        counters.rowAccepted();
        if (Watermark.isComplete(times.firstEnd(pane, Watermark.NONE), watermarkNs)) {
            counters.rowPartlyLate();
        }
        long last = times.lastEnd(pane);
        for (long end = times.firstEnd(pane, watermarkNs); end <= last; end = times.nextEnd(end)) {
            if (touched == null) {
                emit(end, groups.keyAddress(), groups.keyBytes(), row);
            } else {
                touched.openPane(end).acquire(groups.keyAddress(), groups.keyBytes());
            }
            if (end == Watermark.END) {
                break;
            }
        }
    }

    @Override
    public void onWatermark(long watermarkNs, RowView cause) {
        if (followsWatermark) {
            complete(watermarkNs, cause);
        }
        counters.watermark(watermarkNs);
        next.onWatermark(watermarkNs, cause);
    }

    @Override
    public void onCut(RowView cause) {
        if (global) {
            groups.makeGlobal();
            touchGlobal();
            if (ledger != null) {
                ledger.global(groups);
            }
        }
        if (touched != null) {
            emitTouched(Watermark.END, cause);
        }
        if (ledger != null) {
            ledger.endOfBatch(watermark.get(), watermarked && followsWatermark);
        }
        next.onCut(cause);
    }

    @Override
    public int work(int budget) {
        return freeExpired(budget);
    }

    @Override
    public boolean evictsByTime() {
        return watermarked;
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
    }

    private void touchGlobal() {
        if (touched != null) {
            touched.openPane(Watermark.END).acquire(groups.keyAddress(), groups.keyBytes());
        }
    }

    /** Brings out what changed in windows that end at or before {@code upToNs}. */
    private void emitTouched(long upToNs, RowView cause) {
        StatePane window = touched.firstPane();
        while (window != null && window.id() <= upToNs) {
            for (long at = window.next(0); at != 0; at = window.next(at)) {
                emit(window.id(), window.keyAt(at), window.keyBytesAt(at), cause);
            }
            MergedGroups.free(window);
            window = touched.firstPane();
        }
    }

    private void emit(long endNs, long keyAddress, int keyBytes, RowView cause) {
        StatePane pane =
                merged == null ? table.pane(times.firstPane(endNs)) : merged.merge(endNs, keyAddress, keyBytes);
        long value = pane.find(keyAddress, keyBytes);
        out.emit(
                endNs,
                keyAddress,
                keyBytes,
                value,
                pane,
                RowKind.UPDATE_AFTER,
                cause.source(),
                cause.position(),
                cause.ingestTimeNs());
        if (merged != null) {
            MergedGroups.free(pane);
        }
    }

    private int freeExpired(int pages) {
        StatePane pane = table.firstPane();
        if (pane == null || !pane.sealed()) {
            return 0;
        }
        pane.free(pages);
        return 1;
    }

    private void complete(long watermarkNs, RowView cause) {
        if (touched != null) {
            emitTouched(watermarkNs, cause);
        }
        watermark.set(watermarkNs);
        StatePane pane = table.firstOpenPane();
        while (pane != null && Watermark.isComplete(times.lastEnd(pane.id()), watermarkNs)) {
            pane.seal(0, 0, 0);
            pane = table.firstOpenPane();
        }
    }
}
