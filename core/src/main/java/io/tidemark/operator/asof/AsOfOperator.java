package io.tidemark.operator.asof;

import io.tidemark.operator.DropReason;
import io.tidemark.operator.InputPort;
import io.tidemark.operator.MultiInput;
import io.tidemark.operator.OperatorContext;
import io.tidemark.operator.OperatorCounters;
import io.tidemark.operator.RowConsumer;
import io.tidemark.row.RowView;
import io.tidemark.state.EntryTable;
import io.tidemark.time.KeepTimes;
import io.tidemark.time.Watermark;

/**
 * The running join by time: looks at times and keys of rows, and says when rows are due. What is then said about them is the affair of its
 * {@link Answers}. Where that cannot change the order, rows that are due come out a few per following row.
 */
final class AsOfOperator implements MultiInput {
    private static final int ROWS_PER_ROW = 16;
    private static final int TRIMS_PER_ROW = 4;

    private final JoinParts parts;
    private final JoinClock clock;
    private final WaitingRows waiting;
    private final Answers answers;
    private final OperatorContext context;
    private final OperatorCounters counters;
    private final RowConsumer next;

    AsOfOperator(JoinParts parts, Answers answers, RowConsumer next) {
        this.parts = parts;
        this.clock = parts.clock();
        this.waiting = parts.waiting();
        this.answers = answers;
        this.context = parts.context();
        this.counters = context.counters();
        this.next = next;
        counters.watermark(clock.output());
    }

    @Override
    public RowConsumer input(int ordinal) {
        return context.nodes().<RowConsumer>create(InputPort.class, this, ordinal);
    }

    @Override
    public void onRow(int input, RowView row) {
        counters.rowIn();
        finishDue(ROWS_PER_ROW);
        if (input == JoinClock.LEFT) {
            onLeft(row);
        } else {
            onRight(row);
        }
        parts.right().trimDue(TRIMS_PER_ROW, parts.bound(), parts.toComeRight());
    }

    private void onLeft(RowView row) {
        if (parts.leftTime().isNull(row)) {
            unmatched(row, DropReason.NULL_TIME);
            return;
        }
        long timeNs = parts.leftTime().getLong(row);
        if (isDropped(JoinClock.LEFT, row, timeNs)) {
            return;
        }
        if (!parts.leftKey().encode(row)) {
            unmatched(row, DropReason.NULL_KEY);
            return;
        }
        int taken = fits(parts.leftKey()) ? answers.take(row, timeNs) : Answers.TOO_LARGE;
        if (taken == Answers.AT_ONCE) {
            causedBy(row);
            answers.answer(row, timeNs);
        } else if (taken == Answers.TOO_LARGE) {
            drop(JoinClock.LEFT, row, DropReason.TOO_LARGE);
        }
    }

    private void unmatched(RowView row, DropReason reason) {
        causedBy(row);
        if (!answers.answerUnmatched(row)) {
            drop(JoinClock.LEFT, row, reason);
        }
    }

    private void onRight(RowView row) {
        if (parts.rightTime().isNull(row)) {
            drop(JoinClock.RIGHT, row, DropReason.NULL_TIME);
            return;
        }
        long timeNs = parts.rightTime().getLong(row);
        if (isDropped(JoinClock.RIGHT, row, timeNs)) {
            return;
        }
        if (!parts.rightKey().encode(row)) {
            drop(JoinClock.RIGHT, row, DropReason.NULL_KEY);
        } else if (!fits(parts.rightKey()) || row.length() > EntryTable.MAX_BYTES || !answers.fits(row)) {
            drop(JoinClock.RIGHT, row, DropReason.TOO_LARGE);
        } else {
            if (answers.corrects()) {
                causedBy(row);
            }
            counters.rowAccepted();
            answers.keep(row, timeNs);
        }
    }

    private boolean isDropped(int input, RowView row, long timeNs) {
        if (!KeepTimes.isInRange(timeNs)) {
            drop(input, row, DropReason.INVALID);
            return true;
        }
        if (clock.isLate(input, timeNs)) {
            drop(input, row, DropReason.LATE);
            return true;
        }
        return false;
    }

    private boolean fits(SideKey key) {
        return parts.keys().spec().rowBytes(key.length()) <= EntryTable.MAX_BYTES;
    }

    private void drop(int input, RowView row, DropReason reason) {
        context.drop(row, reason, clock.watermark(input));
    }

    /** What comes out now comes out in the name of this row, after all that was due before it. */
    private void causedBy(RowView row) {
        finishDue(Integer.MAX_VALUE);
        parts.cause().set(row);
    }

    @Override
    public void onWatermark(int input, long watermarkNs, RowView row) {
        finishDue(Integer.MAX_VALUE);
        clock.advance(input, watermarkNs);
        advanced(row);
    }

    @Override
    public void inputsChanged(RowView row) {
        finishDue(Integer.MAX_VALUE);
        clock.merge();
        advanced(row);
    }

    private void advanced(RowView row) {
        if (isDue()) {
            parts.cause().set(row);
            finishDue(context.deferEmission() ? ROWS_PER_ROW : Integer.MAX_VALUE);
        }
        if (clock.advanceOutput(parts.earliestWaiting())) {
            counters.watermark(clock.output());
            if (!context.deferEmission()) {
                next.onWatermark(clock.output(), row);
            }
        }
    }

    @Override
    public void onCut(int input, RowView row) {
        if (clock.cut()) {
            finishDue(Integer.MAX_VALUE);
            next.onCut(row);
        }
    }

    @Override
    public int work(int budget) {
        int done = finishDue(budget);
        done += parts.right().trimDue(budget - done, parts.bound(), parts.toComeRight());
        if (done == 0 && parts.bound() == Watermark.END && parts.keys().rowCount() > 0) {
            parts.right().clear();
            done = 1;
        }
        return done;
    }

    private boolean isDue() {
        return waiting != null && waiting.isDue(parts.toComeRight());
    }

    private int finishDue(int budget) {
        int done = 0;
        while (done < budget && isDue()) {
            long block = waiting.take();
            if (block != EntryTable.NONE) {
                answers.finish(block);
            }
            done++;
        }
        return done;
    }

    /** What the operator is made of, for a look at its state. */
    JoinParts parts() {
        return parts;
    }

    @Override
    public boolean evictsByTime() {
        return waiting != null;
    }

    @Override
    public void close() {
        parts.close();
        answers.close();
    }
}
