package io.tidemark.operator.join;

import io.tidemark.expr.eval.BoolEvaluator;
import io.tidemark.operator.DropReason;
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
 * The running join: a row meets the rows of the other side that wait, then waits itself for those to come, as long as one can come.
 */
final class JoinOperator implements MultiInput {
    private static final int ROWS_PER_ROW = 16;

    private final JoinParts parts;
    private final JoinSide left;
    private final JoinSide right;
    private final JoinBounds bounds;
    private final JoinKey key;
    private final Matching matching;
    private final Evictions evictions;
    private final JoinOutput out;
    private final JoinLedger ledger;
    private final OperatorContext context;
    private final OperatorCounters counters;
    private final RowConsumer next;
    private final InputMerge inputs;
    private final ScalarState arrivals;
    private final ScalarState outputWatermark;

    JoinOperator(JoinParts parts, Matching matching) {
        this.parts = parts;
        this.left = parts.left();
        this.right = parts.right();
        this.bounds = parts.bounds();
        this.key = parts.key();
        this.matching = matching;
        this.evictions = parts.evictions();
        this.out = parts.out();
        this.ledger = parts.ledger();
        this.context = parts.context();
        this.counters = context.counters();
        this.next = parts.next();
        this.inputs = parts.inputs();
        this.arrivals = context.state().scalar("arrivals", 0);
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
        counters.rowIn();
        if (!parts.spark() && evictions.pending()) {
            evictions.work(ROWS_PER_ROW);
        }
        JoinSide own = input == 0 ? left : right;
        boolean timed = own.time() != null && !own.time().isNull(row);
        long timeNs = timed ? own.time().getLong(row) : 0;
        long watermarkNs = lateWatermark(input);
        DropReason hopeless = hopeless(own, row, timed);
        if (hopeless != null && !own.unmatchedComeOut()) {
            context.drop(row, hopeless, watermarkNs);
        } else if (timed && own.canBeLate() && parts.time().isLate(timeNs, watermarkNs)) {
            if (ledger != null) {
                ledger.late();
            }
            context.drop(row, DropReason.LATE, watermarkNs);
        } else if (hopeless != null && !waits(hopeless)) {
            counters.rowAccepted();
            bringOutAlone(own, row);
        } else if (!own.buffer().fits(row, key.length())) {
            context.drop(row, DropReason.TOO_LARGE, watermarkNs);
        } else {
            counters.rowAccepted();
            JoinSide other = own == left ? right : left;
            keep(own, row, timed, timeNs, hopeless == null && matching.match(own, other, row, timeNs, key));
        }
    }

    /** Why a row can have no partner, or null. Writes its key if what the condition says of the row alone is true. */
    private DropReason hopeless(JoinSide own, RowView row, boolean timed) {
        if (own.filter() != null && own.filter().test(row) != BoolEvaluator.TRUE) {
            return DropReason.FILTERED;
        } else if (!key.write(row, own.key()) && !parts.nullsMatch()) {
            return DropReason.NULL_KEY;
        }
        return timed || !bounds.isRanged() ? null : DropReason.NULL_TIME;
    }

    /** Whether a row that can have no partner comes out with the watermark and not at once. */
    private boolean waits(DropReason hopeless) {
        return hopeless == DropReason.NULL_KEY && parts.nullKeysWait()
                || hopeless == DropReason.NULL_TIME && parts.spark();
    }

    private void bringOutAlone(JoinSide own, RowView row) {
        evictions.settle();
        out.emitAlone(row, own.firstColumn(), row.source(), row.position(), row.ingestTimeNs());
    }

    /** Lets a row wait, if some partner can still come or it has to come out later. */
    private void keep(JoinSide own, RowView row, boolean timed, long timeNs, boolean done) {
        if (done && parts.oneIsEnough()) {
            return;
        }
        boolean goes = own.bounded() && timed;
        long goneAtNs = goes ? bounds.goneAt(own.side(), timeNs) : Watermark.END;
        boolean gone = goes && JoinBounds.isGone(goneAtNs, evictions.watermark(own));
        if (gone && !storesGone(own, done)) {
            if (own.unmatchedComeOut() && !done) {
                bringOutAlone(own, row);
            }
            return;
        }
        long arrival = arrivals.get();
        arrivals.set(arrival + 1);
        long node =
                own.buffer().add(key.address(), key.length(), timeNs, arrival, row, goes ? goneAtNs : JoinBuffer.NEVER);
        if (done && own.unmatchedComeOut()) {
            own.buffer().match(node);
        } else if (!timed && bounds.isRanged()) {
            own.buffer().giveUp(node);
        }
        if (ledger != null) {
            ledger.stored();
        }
    }

    /** Apache Spark stores rows that go in their own batch, but for right rows that nothing needs any more. */
    private boolean storesGone(JoinSide own, boolean done) {
        return parts.spark() && (own == left || own.unmatchedComeOut() && !done);
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
        left.key().close();
        right.key().close();
        out.close();
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

    private long lateWatermark(int input) {
        return parts.perInput() ? inputs.of(input) : inputs.merged();
    }

    /** What the rows of a side let the result promise. */
    private long outputWatermark(int input) {
        JoinSide side = input == 0 ? left : right;
        long late = lateWatermark(input);
        if (!parts.carries(side.side()) && !parts.carries(side.side().other())) {
            return late == Watermark.END ? late : Watermark.NONE;
        } else if (!parts.carries(side.side())) {
            return Watermark.END;
        }
        return side.bounded() ? Math.min(late, bounds.outputWatermark(side.side(), evictions.watermark(side))) : late;
    }
}
