package io.tidemark.operator.aggregate;

import io.tidemark.accumulator.Accumulator;
import io.tidemark.expr.eval.LongEvaluator;
import io.tidemark.expr.eval.RowEncoder;
import io.tidemark.operator.DropReason;
import io.tidemark.operator.OperatorContext;
import io.tidemark.row.RowView;
import io.tidemark.state.StatePane;
import io.tidemark.state.StateTable;
import io.tidemark.state.TableSpec;
import io.tidemark.time.GroupTimes;
import io.tidemark.time.Watermark;

/**
 * The groups of an aggregation: finds pane and key of a row and takes it in. Shared by the output modes. A record, so that the compiler trusts its
 * fields where the plan is a constant.
 *
 * @param times how event times form groups
 * @param time time by which rows are grouped, or null
 * @param nullTimes whether that can be null
 * @param key encodes the key of a row
 * @param accumulators aggregates of a group
 * @param sized whether there are keys or values that may be too large
 * @param table panes of groups
 * @param context context of the operator
 */
record Groups(
        GroupTimes times,
        LongEvaluator time,
        boolean nullTimes,
        RowEncoder key,
        Accumulator accumulators,
        boolean sized,
        StateTable table,
        OperatorContext context)
        implements AutoCloseable {
    /** The row was dropped. */
    static final long DROPPED = Long.MIN_VALUE;

    /** Pane of a row, or {@link #DROPPED} after dropping it: no time, no window, out of range. */
    long pane(RowView row, long watermarkNs) {
        if (time == null) {
            return times.pane(0);
        }
        if (nullTimes && time.isNull(row)) {
            context.drop(row, DropReason.NULL_TIME, watermarkNs);
            return DROPPED;
        }
        long timeNs = time.getLong(row);
        if (!times.isInRange(timeNs)) {
            context.drop(row, DropReason.INVALID, watermarkNs);
            return DROPPED;
        }
        long pane = times.pane(timeNs);
        if (!times.isInGroup(pane)) {
            context.drop(row, DropReason.NO_WINDOW, watermarkNs);
            return DROPPED;
        }
        return pane;
    }

    /** Encodes the key of a row; {@code false} after dropping the row because key or values do not fit. */
    boolean encodeKey(RowView row, long watermarkNs) {
        key.encode(row);
        if (!sized || fits(row)) {
            return true;
        }
        context.drop(row, DropReason.TOO_LARGE, watermarkNs);
        return false;
    }

    private boolean fits(RowView row) {
        return table.spec().rowBytes(key.length()) <= TableSpec.MAX_ROW_BYTES
                && accumulators.fits(row, TableSpec.MAX_ROW_BYTES);
    }

    /** Whether all groups of a pane are complete. */
    boolean isLate(long pane, long watermarkNs) {
        return Watermark.isComplete(times.lastEnd(pane), watermarkNs);
    }

    /** Time of the first pane in state, or {@link Watermark#NONE}. */
    long oldestOpenNs() {
        StatePane first = time == null ? null : table.firstPane();
        return first == null ? Watermark.NONE : first.id();
    }

    /** End of the group that is complete next, or {@link Watermark#NONE}. */
    long nextDeadlineNs(long watermarkNs) {
        StatePane first = time == null ? null : table.firstPane();
        return first == null ? Watermark.NONE : times.firstEnd(first.id(), Math.max(first.id(), watermarkNs));
    }

    /** Takes a row in; its key was encoded. */
    void add(RowView row, long pane) {
        StatePane open = table.openPane(pane);
        accumulators.add(row, open.acquire(keyAddress(), keyBytes()), open);
    }

    /** Takes a row back; its key was encoded, and its group is there. */
    void retract(RowView row, long pane) {
        StatePane open = table.openPane(pane);
        accumulators.retract(row, open.acquire(keyAddress(), keyBytes()), open);
    }

    /** Takes all groups of one pane into another, which covers earlier times or none. */
    void merge(StatePane from, StatePane into) {
        for (long at = from.next(0); at != 0; at = from.next(at)) {
            long to = into.acquire(from.keyAt(at), from.keyBytesAt(at));
            accumulators.merge(from.valueAt(at), from, to, into);
        }
    }

    /** Makes the group without keys if it is not there: a global aggregate has a row before the first row came. */
    void makeGlobal() {
        key.encodeNulls();
        table.openPane(times.pane(0)).acquire(keyAddress(), keyBytes());
    }

    long keyAddress() {
        return key.address();
    }

    int keyBytes() {
        return key.length();
    }

    @Override
    public void close() {
        key.close();
    }
}
