package io.tidemark.operator.session;

import io.tidemark.accumulator.Accumulator;
import io.tidemark.expr.eval.ColumnWriter;
import io.tidemark.expr.eval.LongEvaluator;
import io.tidemark.operator.DropReason;
import io.tidemark.operator.OperatorContext;
import io.tidemark.row.RowView;
import io.tidemark.row.RowWriter;
import io.tidemark.row.Schema;
import io.tidemark.state.EntryTable;
import io.tidemark.state.TableSpec;
import io.tidemark.time.SessionTimes;

/**
 * What a row says: the session that it alone would be, and its key. A record, so that the compiler trusts its fields where the plan is a
 * constant.
 *
 * @param times says which sessions there can be
 * @param time time of a row
 * @param gap gap of a row
 * @param keySchema columns of the key
 * @param keyColumns writes the key of a row
 * @param spec shape of the table of keys
 * @param accumulators aggregates of a session
 * @param context context of the operator
 * @param key the key of the row in hand
 */
record SessionRows(
        SessionTimes times,
        LongEvaluator time,
        LongEvaluator gap,
        Schema keySchema,
        ColumnWriter keyColumns,
        TableSpec spec,
        Accumulator accumulators,
        OperatorContext context,
        RowWriter key)
        implements AutoCloseable {
    /** The row was dropped. */
    static final long DROPPED = SessionTimes.NEVER;

    /** End of the session that the row alone would be, or {@link #DROPPED} after dropping it: no time, no gap, out of range. */
    long end(RowView row, long watermarkNs) {
        if (time.isNull(row)) {
            return drop(row, DropReason.NULL_TIME, watermarkNs);
        }
        long gapNs = gap.isNull(row) ? 0 : gap.getLong(row);
        if (gapNs <= 0) {
            return drop(row, DropReason.INVALID_GAP, watermarkNs);
        }
        long timeNs = time.getLong(row);
        return times.isInRange(timeNs, gapNs) ? timeNs + gapNs : drop(row, DropReason.INVALID, watermarkNs);
    }

    /** Start of the session that the row alone would be; it was not dropped. */
    long start(RowView row) {
        return time.getLong(row);
    }

    /** Encodes the key of a row; {@code false} after dropping the row because key or values do not fit. */
    boolean encodeKey(RowView row, long watermarkNs) {
        key.start(keySchema);
        keyColumns.write(row, key);
        if (spec.rowBytes(key.finish().length()) > EntryTable.MAX_BYTES
                || !accumulators.fits(row, EntryTable.MAX_BYTES)) {
            context.drop(row, DropReason.TOO_LARGE, watermarkNs);
            return false;
        }
        return true;
    }

    long keyAddress() {
        return key.row().address();
    }

    int keyBytes() {
        return key.row().length();
    }

    @Override
    public void close() {
        key.close();
    }

    private long drop(RowView row, DropReason reason, long watermarkNs) {
        context.drop(row, reason, watermarkNs);
        return DROPPED;
    }
}
