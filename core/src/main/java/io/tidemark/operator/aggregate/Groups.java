package io.tidemark.operator.aggregate;

import io.tidemark.expr.eval.ColumnWriter;
import io.tidemark.expr.eval.LongEvaluator;
import io.tidemark.operator.DropReason;
import io.tidemark.operator.OperatorContext;
import io.tidemark.operator.Scratch;
import io.tidemark.row.RowView;
import io.tidemark.row.RowWriter;
import io.tidemark.row.Schema;
import io.tidemark.state.StatePane;
import io.tidemark.state.StateTable;
import io.tidemark.state.TableSpec;
import io.tidemark.time.GroupTimes;
import io.tidemark.time.Watermark;

/** The groups of an aggregation: finds pane and key of a row and takes it in. Shared by the output modes. */
final class Groups implements AutoCloseable {
    /** The row was dropped. */
    static final long DROPPED = Long.MIN_VALUE;

    private final GroupTimes times;
    private final LongEvaluator time;
    private final boolean nullTimes;
    private final Schema keySchema;
    private final ColumnWriter keyColumns;
    private final Accumulator accumulators;
    private final StateTable table;
    private final OperatorContext context;
    private final RowWriter key = new RowWriter();

    @Scratch("the key of the row in hand")
    private RowView keyRow;

    /**
     * Groups.
     *
     * @param time time by which rows are grouped, or null
     * @param nullTimes whether that can be null
     */
    Groups(
            GroupTimes times,
            LongEvaluator time,
            boolean nullTimes,
            Schema keySchema,
            ColumnWriter keyColumns,
            Accumulator accumulators,
            StateTable table,
            OperatorContext context) {
        this.times = times;
        this.time = time;
        this.nullTimes = nullTimes;
        this.keySchema = keySchema;
        this.keyColumns = keyColumns;
        this.accumulators = accumulators;
        this.table = table;
        this.context = context;
    }

    GroupTimes times() {
        return times;
    }

    StateTable table() {
        return table;
    }

    Accumulator accumulators() {
        return accumulators;
    }

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
        key.start(keySchema);
        keyColumns.write(row, key);
        keyRow = key.finish();
        if (table.spec().rowBytes(keyRow.length()) > TableSpec.MAX_ROW_BYTES
                || !accumulators.fits(row, TableSpec.MAX_ROW_BYTES)) {
            context.drop(row, DropReason.TOO_LARGE, watermarkNs);
            return false;
        }
        return true;
    }

    /** Whether all groups of a pane are complete. */
    boolean isLate(long pane, long watermarkNs) {
        return Watermark.isComplete(times.lastEnd(pane), watermarkNs);
    }

    /** Takes a row in; its key was encoded. */
    void add(RowView row, long pane) {
        StatePane open = table.openPane(pane);
        accumulators.add(row, open.acquire(keyRow.address(), keyRow.length()), open);
    }

    /** Makes the group without keys if it is not there: a global aggregate has a row before the first row came. */
    void makeGlobal() {
        key.start(keySchema);
        keyRow = key.finish();
        table.openPane(times.pane(0)).acquire(keyRow.address(), keyRow.length());
    }

    long keyAddress() {
        return keyRow.address();
    }

    int keyBytes() {
        return keyRow.length();
    }

    @Override
    public void close() {
        key.close();
    }
}
