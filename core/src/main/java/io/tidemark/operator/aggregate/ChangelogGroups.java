package io.tidemark.operator.aggregate;

import io.tidemark.memory.OffHeap;
import io.tidemark.operator.ChainOperator;
import io.tidemark.operator.DropReason;
import io.tidemark.operator.EdgeKind;
import io.tidemark.operator.OperatorContext;
import io.tidemark.operator.OperatorCounters;
import io.tidemark.operator.RowConsumer;
import io.tidemark.operator.StreamType;
import io.tidemark.row.RowKind;
import io.tidemark.row.RowView;
import io.tidemark.row.Schema;
import io.tidemark.state.ScalarState;
import io.tidemark.state.StatePane;
import io.tidemark.state.StateTable;
import io.tidemark.time.GroupTimes;
import io.tidemark.time.Watermark;

/**
 * The running aggregation in update mode where groups change as a whole: the old row is taken back before the new one comes, and rows of the input may be
 * taken back themselves, so that a group can vanish. At once or, conflated, at the next cut or when its window is complete.
 */
final class ChangelogGroups implements ChainOperator {
    private static final int LENGTH_BYTES = Long.BYTES;

    private final Groups groups;
    private final GroupTimes times;
    private final StateTable table;
    private final MergedGroups merged;
    private final GroupOutput out;
    private final OperatorContext context;
    private final OperatorCounters counters;
    private final RowConsumer next;
    private final ScalarState watermark;
    /** Groups that changed since the last cut, by the end of their window, with a reference of the row they were; null where rows come out at once. */
    private final StateTable touched;

    private final Schema schema;
    private final boolean takesBack;
    private final int sizeOffset;
    private final boolean followsWatermark;
    private final RowView old = new RowView();

    ChangelogGroups(GroupParts parts, boolean conflated, StreamType output, int sizeOffset) {
        this.groups = parts.groups();
        this.times = groups.times();
        this.table = groups.table();
        this.merged = parts.merged();
        this.out = parts.out();
        this.context = parts.context();
        this.counters = context.counters();
        this.next = parts.next();
        this.watermark = context.state().scalar("watermark", parts.initialWatermark());
        this.touched = conflated
                ? context.state().table("touched", Long.BYTES, table.spec().keyBytes())
                : null;
        this.schema = output.schema();
        this.takesBack = output.edge() == EdgeKind.RETRACT;
        this.sizeOffset = sizeOffset;
        this.followsWatermark = parts.followsWatermark();
    }

    @Override
    public void onRow(RowView row) {
        counters.rowIn();
        work(1);
        long watermarkNs = watermark.get();
        long pane = groups.pane(row, watermarkNs);
        if (pane == Groups.DROPPED || !groups.encodeKey(row, watermarkNs)) {
            return;
        }
        if (groups.isLate(pane, watermarkNs)) {
            context.drop(row, DropReason.LATE, watermarkNs);
            return;
        }
        boolean back = row.kind() == RowKind.UPDATE_BEFORE || row.kind() == RowKind.DELETE;
        if (back && sizeInPane(pane) == 0) {
            // The row was not taken in, so there is nothing to take back.
            context.drop(row, DropReason.INVALID, watermarkNs);
            return;
        }
        long first = times.firstEnd(pane, watermarkNs);
        long last = times.lastEnd(pane);
        for (long end = first; end <= last; end = times.nextEnd(end)) {
            before(end, back, row);
            if (end == Watermark.END) {
                break;
            }
        }
        if (back) {
            groups.retract(row, pane);
        } else {
            groups.add(row, pane);
        }
        counters.rowAccepted();
        if (Watermark.isComplete(times.firstEnd(pane, Watermark.NONE), watermarkNs)) {
            counters.rowPartlyLate();
        }
        for (long end = first; touched == null && end <= last; end = times.nextEnd(end)) {
            after(end, back, row);
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
        if (touched != null) {
            emitTouched(Watermark.END, cause);
        }
        next.onCut(cause);
    }

    @Override
    public int work(int budget) {
        StatePane pane = table.firstPane();
        if (pane == null || !pane.sealed()) {
            return 0;
        }
        pane.free(budget);
        return 1;
    }

    @Override
    public boolean evictsByTime() {
        return followsWatermark;
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

    /** Takes the old row back, or keeps it until the cut. */
    private void before(long end, boolean back, RowView cause) {
        if (touched != null) {
            touch(end);
            return;
        }
        StatePane pane = open(end, groups.keyAddress(), groups.keyBytes());
        long size = size(pane, groups.keyAddress(), groups.keyBytes());
        if (size > 0) {
            boolean vanishes = back && size == 1;
            if (vanishes || takesBack) {
                RowView row = rowOf(end, pane, groups.keyAddress(), groups.keyBytes());
                out.emit(row, vanishes ? RowKind.DELETE : RowKind.UPDATE_BEFORE, cause);
            }
        }
        close(pane);
    }

    private void after(long end, boolean back, RowView cause) {
        StatePane pane = open(end, groups.keyAddress(), groups.keyBytes());
        long size = size(pane, groups.keyAddress(), groups.keyBytes());
        if (size > 0) {
            RowView row = rowOf(end, pane, groups.keyAddress(), groups.keyBytes());
            out.emit(row, !back && size == 1 ? RowKind.INSERT : RowKind.UPDATE_AFTER, cause);
        }
        close(pane);
    }

    /** Keeps what the group was before its first change since the last cut. */
    private void touch(long end) {
        StatePane window = touched.openPane(end);
        long value = window.acquire(groups.keyAddress(), groups.keyBytes());
        if (!window.created()) {
            return;
        }
        StatePane pane = open(end, groups.keyAddress(), groups.keyBytes());
        if (size(pane, groups.keyAddress(), groups.keyBytes()) > 0) {
            RowView row = rowOf(end, pane, groups.keyAddress(), groups.keyBytes());
            long kept = window.allocateBytes(LENGTH_BYTES + row.length());
            long address = window.bytesForUpdate(kept, LENGTH_BYTES + row.length());
            OffHeap.putLong(address, row.length());
            OffHeap.copy(row.address(), address + LENGTH_BYTES, row.length());
            OffHeap.putLong(value, kept);
        }
        close(pane);
    }

    /** Brings out what changed in windows that end at or before {@code upToNs}. */
    private void emitTouched(long upToNs, RowView cause) {
        StatePane window = touched.firstPane();
        while (window != null && window.id() <= upToNs) {
            for (long at = window.next(0); at != 0; at = window.next(at)) {
                emitChange(window, at, cause);
            }
            MergedGroups.free(window);
            window = touched.firstPane();
        }
    }

    private void emitChange(StatePane window, long at, RowView cause) {
        long kept = OffHeap.getLong(window.valueAt(at));
        StatePane pane = open(window.id(), window.keyAt(at), window.keyBytesAt(at));
        boolean there = size(pane, window.keyAt(at), window.keyBytesAt(at)) > 0;
        if (kept != 0 && (!there || takesBack)) {
            long address = window.bytes(kept);
            old.wrap(schema, address + LENGTH_BYTES, (int) OffHeap.getLong(address));
            out.emit(old, there ? RowKind.UPDATE_BEFORE : RowKind.DELETE, cause);
        }
        if (there) {
            RowView row = rowOf(window.id(), pane, window.keyAt(at), window.keyBytesAt(at));
            out.emit(row, kept == 0 ? RowKind.INSERT : RowKind.UPDATE_AFTER, cause);
        }
        close(pane);
    }

    /** The pane that holds a group of a window: its own, or one that is merged for the purpose and closed after use. */
    private StatePane open(long end, long keyAddress, int keyBytes) {
        return merged == null ? table.pane(times.firstPane(end)) : merged.merge(end, keyAddress, keyBytes);
    }

    private void close(StatePane pane) {
        if (merged != null) {
            MergedGroups.free(pane);
        }
    }

    private RowView rowOf(long end, StatePane pane, long keyAddress, int keyBytes) {
        return out.row(end, keyAddress, keyBytes, pane.find(keyAddress, keyBytes), pane);
    }

    private long sizeInPane(long pane) {
        return size(table.pane(pane), groups.keyAddress(), groups.keyBytes());
    }

    private long size(StatePane pane, long keyAddress, int keyBytes) {
        long value = pane == null ? StatePane.NO_ROW : pane.find(keyAddress, keyBytes);
        return value == StatePane.NO_ROW ? 0 : OffHeap.getLong(value + sizeOffset);
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
