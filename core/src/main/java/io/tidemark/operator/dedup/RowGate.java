package io.tidemark.operator.dedup;

import io.tidemark.expr.eval.LongEvaluator;
import io.tidemark.expr.eval.RowEncoder;
import io.tidemark.operator.DropReason;
import io.tidemark.operator.OperatorContext;
import io.tidemark.row.RowView;
import io.tidemark.time.EventTimes;

/**
 * What a row passes before its key is looked up: its event time must be in time. Encodes the key. A record, so that the compiler trusts its fields where
 * the plan is a constant.
 *
 * @param times rules of the event time, or null in a stream without one
 * @param timeColumn the event time, or null
 * @param keepsNullTimes whether a row without an event time goes on, as one of 1970 that is never late
 * @param spanNs how long after its first row a key is remembered, or {@link #FOREVER}
 * @param timeIsKey whether the event time is one of the keys
 * @param context context of the operator
 * @param ledger counts as Apache Spark does, or null
 * @param key encodes the key of a row
 */
record RowGate(
        EventTimes times,
        LongEvaluator timeColumn,
        boolean keepsNullTimes,
        boolean timeIsKey,
        long spanNs,
        OperatorContext context,
        DedupLedger ledger,
        RowEncoder key)
        implements AutoCloseable {
    /** No span: keys are never forgotten. */
    static final long FOREVER = -1;

    /** Whether a row is in time; {@code false} after dropping it. Its key is encoded then. */
    boolean admits(RowView row, long watermarkNs) {
        if (times != null && !isInTime(row, watermarkNs)) {
            return false;
        }
        key.encode(row);
        return true;
    }

    /** Event time of a row; 0 without one. */
    long time(RowView row) {
        return timeColumn.getLong(row);
    }

    /** When the key of a row is to be forgotten if this is its first row. A key whose time is null never is: no watermark passes it. */
    long due(RowView row) {
        if (timeIsKey && timeColumn.isNull(row)) {
            return SeenKeys.NEVER;
        }
        return spanNs == FOREVER ? SeenKeys.NEVER : times.dueAfter(time(row), spanNs);
    }

    /** Drops a row whose key or value does not fit. */
    void tooLarge(RowView row, long watermarkNs) {
        context.drop(row, DropReason.TOO_LARGE, watermarkNs);
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

    private boolean isInTime(RowView row, long watermarkNs) {
        if (timeColumn.isNull(row)) {
            if (!keepsNullTimes) {
                context.drop(row, DropReason.NULL_TIME, watermarkNs);
            }
            return keepsNullTimes;
        }
        if (times.isLate(time(row), watermarkNs)) {
            if (ledger != null) {
                ledger.late();
            }
            context.drop(row, DropReason.LATE, watermarkNs);
            return false;
        }
        return true;
    }
}
