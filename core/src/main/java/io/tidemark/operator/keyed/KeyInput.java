package io.tidemark.operator.keyed;

import io.tidemark.expr.eval.ColumnWriter;
import io.tidemark.operator.DropReason;
import io.tidemark.operator.OperatorContext;
import io.tidemark.row.RowView;
import io.tidemark.row.RowWriter;
import io.tidemark.row.Schema;
import io.tidemark.state.TableSpec;
import io.tidemark.time.EventTimes;

/**
 * What a row passes before the function sees it: its event time must be in time. Encodes the key.
 *
 * @param times rules of the event time, or null in a stream without one
 * @param timeColumn index of its column, or -1
 * @param keepsNullTimes whether a row without an event time goes on, as one of 1970 that is never late
 * @param keySchema columns of the key
 * @param keyColumns writes the key of a row
 * @param context context of the operator
 * @param key the key of the row in hand
 */
record KeyInput(
        EventTimes times,
        int timeColumn,
        boolean keepsNullTimes,
        Schema keySchema,
        ColumnWriter keyColumns,
        OperatorContext context,
        RowWriter key)
        implements AutoCloseable {
    /** Whether a row is in time; {@code false} after dropping it. Its key is encoded then. */
    boolean admits(RowView row, long watermarkNs) {
        if (times != null) {
            boolean untimed = row.isNull(timeColumn);
            if (untimed && !keepsNullTimes) {
                context.drop(row, DropReason.NULL_TIME, watermarkNs);
                return false;
            }
            if (!untimed && times.isLate(row.getLong(timeColumn), watermarkNs)) {
                context.drop(row, DropReason.LATE, watermarkNs);
                return false;
            }
        }
        key.start(keySchema);
        keyColumns.write(row, key);
        key.finish();
        return true;
    }

    /** Event time of a row; 0 without one. */
    long time(RowView row) {
        return timeColumn < 0 ? 0 : row.getLong(timeColumn);
    }

    long keyAddress() {
        return key.row().address();
    }

    int keyBytes() {
        return key.row().length();
    }

    /** Bytes of every key, as {@link TableSpec} wants it. */
    int tableKeyBytes() {
        return keySchema.isVariableLength() ? TableSpec.VARIABLE : keySchema.fixedBytes();
    }

    @Override
    public void close() {
        key.close();
    }
}
