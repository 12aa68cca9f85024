package io.tidemark.operator.join;

import io.tidemark.operator.OperatorContext;
import io.tidemark.row.RowView;
import io.tidemark.state.ScalarState;
import io.tidemark.time.JoinBounds;
import io.tidemark.time.JoinBounds.Side;
import io.tidemark.time.Watermark;

/**
 * Lets rows go whose last possible partner is late, and brings out those that had none: both sides in one order, by the moment at which
 * they go and, where that is equal, by arrival. Rows that come out belong to the row that moved the watermark, and so stand before all that
 * a later row brings out; within that the work is spread over following rows where nothing below needs it at once.
 *
 * @param atOnce whether all that is due goes with the watermark
 * @param bringsOut whether some row without a partner comes out
 */
record Evictions(
        JoinSide left,
        JoinSide right,
        JoinOutput out,
        JoinLedger ledger,
        boolean atOnce,
        boolean bringsOut,
        ScalarState leftWatermark,
        ScalarState rightWatermark,
        ScalarState causeSource,
        ScalarState causePosition,
        ScalarState causeIngestTime) {
    /** Evictions, with the scalars of an operator. */
    static Evictions of(
            JoinSide left,
            JoinSide right,
            JoinOutput out,
            JoinLedger ledger,
            boolean atOnce,
            long initialWatermark,
            OperatorContext context) {
        return new Evictions(
                left,
                right,
                out,
                ledger,
                atOnce,
                left.unmatchedComeOut() || right.unmatchedComeOut(),
                context.state().scalar("left-gone", initialWatermark),
                context.state().scalar("right-gone", initialWatermark),
                context.state().scalar("cause-source", 0),
                context.state().scalar("cause-position", 0),
                context.state().scalar("cause-ingest-time", RowView.NO_INGEST_TIME));
    }

    /** The watermark by which rows of a side go. */
    long watermark(JoinSide side) {
        return side.side() == Side.LEFT ? leftWatermark.get() : rightWatermark.get();
    }

    /** Rows go by new watermarks; the first {@code budget} at once, or all. */
    void advance(long leftNs, long rightNs, RowView cause, int budget) {
        settle();
        leftWatermark.set(leftNs);
        rightWatermark.set(rightNs);
        causeSource.set(cause.source());
        causePosition.set(cause.position());
        causeIngestTime.set(cause.ingestTimeNs());
        if (atOnce) {
            finish();
        } else {
            work(budget);
        }
    }

    /** Whether rows have to go. */
    boolean pending() {
        return isDue(left) || isDue(right);
    }

    /** Brings out everything that has to come out before what a later row brings out. */
    void settle() {
        if (bringsOut && pending()) {
            finish();
        }
    }

    /** Lets everything go that is due. */
    void finish() {
        work(Integer.MAX_VALUE);
    }

    /** Lets up to {@code budget} rows go, or looks at as many; returns how many. */
    int work(int budget) {
        int done = 0;
        while (done < budget && pending()) {
            int prepared = left.buffer().prepare(limit(left)) + right.buffer().prepare(limit(right));
            if (prepared == 0) {
                letGo(first());
            }
            done += Math.max(prepared, 1);
        }
        return done < budget ? done + drop(left, budget) + drop(right, budget) : done;
    }

    private int drop(JoinSide side, int budget) {
        return side.buffer().drop(limit(side), budget);
    }

    /** Rows of both sides that wait. */
    long waiting() {
        return left.buffer().size(limit(left)) + right.buffer().size(limit(right));
    }

    /** A drain lets everything go that ever will; an empty index is due never. */
    private long limit(JoinSide side) {
        return Math.min(watermark(side), Watermark.END - 1);
    }

    private boolean isDue(JoinSide side) {
        return JoinBounds.isGone(side.buffer().firstDueNs(), limit(side));
    }

    private JoinSide first() {
        if (!isDue(right)) {
            return left;
        } else if (!isDue(left)) {
            return right;
        }
        int order = Long.compare(left.buffer().firstDueNs(), right.buffer().firstDueNs());
        if (order != 0) {
            return order < 0 ? left : right;
        }
        long leftRow = left.buffer().firstDue();
        long rightRow = right.buffer().firstDue();
        if (leftRow == JoinBuffer.NONE || rightRow == JoinBuffer.NONE) {
            return leftRow == JoinBuffer.NONE ? left : right;
        }
        return left.buffer().arrival(leftRow) < right.buffer().arrival(rightRow) ? left : right;
    }

    private void letGo(JoinSide side) {
        JoinBuffer buffer = side.buffer();
        long row = buffer.firstDue();
        if (row != JoinBuffer.NONE) {
            if (side.unmatchedComeOut() && !buffer.isMatched(row)) {
                out.emitAlone(
                        buffer.row(row),
                        side.firstColumn(),
                        (int) causeSource.get(),
                        causePosition.get(),
                        causeIngestTime.get());
            }
            if (ledger != null) {
                count(side, row);
            }
        }
        buffer.removeFirstDue();
    }

    /** Rows of a side whose rows come out without a partner do not count as removed. */
    private void count(JoinSide side, long row) {
        boolean comesOut = side.unmatchedComeOut();
        if (side.side() == Side.RIGHT && (!comesOut || side.buffer().isMatched(row))) {
            // A right row that goes in its own batch comes after all left rows of it and need not be stored.
            ledger.removedOrNeverStored(side.buffer().arrival(row), !comesOut);
        } else if (!comesOut) {
            ledger.removed();
        }
    }
}
