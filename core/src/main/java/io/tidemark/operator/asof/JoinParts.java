package io.tidemark.operator.asof;

import io.tidemark.expr.eval.LongEvaluator;
import io.tidemark.operator.OperatorContext;
import io.tidemark.row.RowView;
import io.tidemark.state.EntryTable;
import io.tidemark.time.Watermark;

/**
 * What as-of joins and window joins of all kinds are made of.
 *
 * @param clock watermarks of both sides
 * @param leftTime event time of left rows
 * @param rightTime event time of right rows
 * @param leftKey key of left rows
 * @param rightKey key of right rows
 * @param right the right rows
 * @param waiting left rows that wait, or null where none does
 * @param cause what made the rows due that come out
 * @param context context of the operator
 */
record JoinParts(
        JoinClock clock,
        LongEvaluator leftTime,
        LongEvaluator rightTime,
        SideKey leftKey,
        SideKey rightKey,
        RightRows right,
        WaitingRows waiting,
        Cause cause,
        OperatorContext context)
        implements AutoCloseable {
    /** The entry of the key of the left row in hand, or 0. */
    long findLeft() {
        return keys().find(leftKey.address(), leftKey.length());
    }

    /** The entry of the key of the left row in hand, made if it is not there. */
    long acquireLeft() {
        return keys().acquire(leftKey.address(), leftKey.length());
    }

    /** The entry of the key of the right row in hand, made if it is not there. */
    long acquireRight() {
        return keys().acquire(rightKey.address(), rightKey.length());
    }

    /** Lets a left row wait; returns its block. */
    long addWaiting(RowView row, long timeNs, long dueNs) {
        return waiting.add(row, acquireLeft(), timeNs, dueNs, right.nextArrival());
    }

    /** Drops right rows of a key that are not needed any more, and the key with the last of them. */
    void trim(long entry) {
        right.trim(entry, bound(), toComeRight());
        KeyEntry.removeIfUnused(keys(), entry);
    }

    /** The least time of a left row that can still ask. */
    long bound() {
        return clock.bound(earliestWaiting());
    }

    /** Time of the earliest row that waits. */
    long earliestWaiting() {
        return waiting == null ? Watermark.END : waiting.earliest();
    }

    /** The least time of right rows to come. */
    long toComeRight() {
        return clock.toCome(JoinClock.RIGHT);
    }

    EntryTable keys() {
        return right.keys();
    }

    @Override
    public void close() {
        leftKey.close();
        rightKey.close();
    }
}
