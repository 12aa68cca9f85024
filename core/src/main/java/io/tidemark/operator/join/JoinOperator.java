package io.tidemark.operator.join;

import io.tidemark.operator.InputMerge;
import io.tidemark.operator.InputPort;
import io.tidemark.operator.MultiInput;
import io.tidemark.operator.OperatorContext;
import io.tidemark.operator.OperatorCounters;
import io.tidemark.operator.RowConsumer;
import io.tidemark.row.RowView;
import io.tidemark.state.ScalarState;
import io.tidemark.time.JoinBounds;
import io.tidemark.time.Watermark;

/**
 * The running join: a row meets the rows of the other side that wait, then waits itself for those to come, as long as one can come; see {@link SideRows}.
 */
final class JoinOperator implements MultiInput {
    private static final int ROWS_PER_ROW = 16;

    private final JoinParts parts;
    private final JoinSide left;
    private final JoinSide right;
    private final JoinBounds bounds;
    private final SideInput leftRows;
    private final SideInput rightRows;
    private final Evictions evictions;
    private final JoinLedger ledger;
    private final OperatorContext context;
    private final OperatorCounters counters;
    private final RowConsumer next;
    private final InputMerge inputs;
    private final ScalarState arrivals;
    private final ScalarState outputWatermark;

    JoinOperator(JoinParts parts, SideInput leftRows, SideInput rightRows, ScalarState arrivals) {
        this.parts = parts;
        this.left = parts.left();
        this.right = parts.right();
        this.bounds = parts.bounds();
        this.leftRows = leftRows;
        this.rightRows = rightRows;
        this.evictions = parts.evictions();
        this.ledger = parts.ledger();
        this.context = parts.context();
        this.counters = context.counters();
        this.next = parts.next();
        this.inputs = parts.inputs();
        this.arrivals = arrivals;
        this.outputWatermark =
                context.state().scalar("output-watermark", parts.time().initialWatermark());
        if (parts.hasWatermark()) {
            counters.watermark(inputs.merged());
        }
    }

    @Override
    public RowConsumer input(int ordinal) {
        return context.nodes().<RowConsumer>create(InputPort.class, this, ordinal);
    }

    @Override
    public void onRow(int input, RowView row) {
        (input == 0 ? leftRows : rightRows).onRow(row);
    }

    @Override
    public void onWatermark(int input, long watermarkNs, RowView cause) {
        if (inputs.advance(input, watermarkNs) || parts.perInput()) {
            advanced(cause);
        }
    }

    @Override
    public void onCut(int input, RowView cause) {
        if (inputs.cut()) {
            if (ledger != null) {
                evictions.finish();
                ledger.endOfBatch(evictions.waiting(), arrivals.get());
            }
            next.onCut(cause);
        }
    }

    @Override
    public void inputsChanged(RowView cause) {
        if (inputs.merge()) {
            advanced(cause);
        }
    }

    @Override
    public int work(int budget) {
        return parts.spark() ? 0 : evictions.work(budget);
    }

    /** Rows that wait; without any, what is left in the tables, which is nothing. */
    @Override
    public long stateRows() {
        long waiting = evictions.waiting();
        return waiting == 0 ? -1 : waiting;
    }

    @Override
    public boolean evictsByTime() {
        return left.bounded() || right.bounded();
    }

    @Override
    public void close() {
        left.key().encoder().close();
        right.key().encoder().close();
        parts.out().close();
    }

    private void advanced(RowView cause) {
        if (parts.hasWatermark()) {
            counters.watermark(inputs.merged());
        }
        long leftGone = parts.perInput() ? inputs.of(1) : inputs.merged();
        long rightGone = parts.perInput() ? inputs.of(0) : inputs.merged();
        evictions.advance(leftGone, rightGone, cause, ROWS_PER_ROW);
        if (!context.deferEmission()) {
            long watermarkNs = Math.min(outputWatermark(0), outputWatermark(1));
            if (watermarkNs > outputWatermark.get()) {
                outputWatermark.set(watermarkNs);
                next.onWatermark(watermarkNs, cause);
            }
        }
    }

    /** What the rows of a side let the result promise. */
    private long outputWatermark(int input) {
        JoinSide side = input == 0 ? left : right;
        long late = parts.lateWatermark(side.side());
        if (!parts.carries(side.side()) && !parts.carries(side.side().other())) {
            return late == Watermark.END ? late : Watermark.NONE;
        } else if (!parts.carries(side.side())) {
            return Watermark.END;
        }
        return side.bounded() ? Math.min(late, bounds.outputWatermark(side.side(), evictions.watermark(side))) : late;
    }
}
