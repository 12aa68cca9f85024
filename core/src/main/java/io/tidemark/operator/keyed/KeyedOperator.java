package io.tidemark.operator.keyed;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.Problem;
import io.tidemark.error.TidemarkException;
import io.tidemark.function.KeyedFunction;
import io.tidemark.operator.ChainOperator;
import io.tidemark.operator.DropReason;
import io.tidemark.operator.OperatorContext;
import io.tidemark.operator.OperatorCounters;
import io.tidemark.operator.RowConsumer;
import io.tidemark.row.RowView;
import io.tidemark.time.Watermark;

/**
 * The running function over keys. Timers that a watermark makes due come before it goes on, by time and order of setting, with those that are set
 * meanwhile; all at once, since a later row of a key must find what its timers left.
 */
final class KeyedOperator implements ChainOperator {
    private static final int KEYS_PER_ROW = 4;

    private final KeyedFunction function;
    private final KeyInput rows;
    private final KeyStates states;
    private final KeyedOutput out;
    private final boolean timed;
    private final OperatorContext context;
    private final OperatorCounters counters;
    private final RowConsumer next;

    KeyedOperator(
            KeyedFunction function,
            KeyInput rows,
            KeyStates states,
            KeyedOutput out,
            boolean timed,
            OperatorContext context,
            RowConsumer next) {
        this.function = function;
        this.rows = rows;
        this.states = states;
        this.out = out;
        this.timed = timed;
        this.context = context;
        this.counters = context.counters();
        this.next = next;
    }

    @Override
    public void onRow(RowView row) {
        counters.rowIn();
        states.reclaim(KEYS_PER_ROW);
        long watermarkNs = states.watermarkNs();
        if (!rows.admits(row, watermarkNs)) {
            return;
        }
        if (!states.fits(rows.keyBytes())) {
            context.drop(row, DropReason.TOO_LARGE, watermarkNs);
            return;
        }
        counters.rowAccepted();
        out.causedBy(row);
        states.select(rows.keyAddress(), rows.keyBytes());
        try {
            function.onRow(row, states, out);
        } catch (RuntimeException e) {
            throw failed(e);
        }
        checkBelow();
        states.settle(rows.time(row));
        fireTimers();
    }

    @Override
    public void onWatermark(long watermarkNs, RowView cause) {
        states.advance(watermarkNs);
        counters.watermark(watermarkNs);
        out.causedBy(cause);
        fireTimers();
        out.handOn(watermarkNs);
        if (timed || watermarkNs == Watermark.END) {
            next.onWatermark(watermarkNs, cause);
        }
    }

    @Override
    public void onCut(RowView cause) {
        next.onCut(cause);
    }

    @Override
    public int reclaim(int budget) {
        return states.reclaim(budget);
    }

    @Override
    public boolean evictsByTime() {
        return rows.times() != null;
    }

    @Override
    public void close() {
        rows.close();
        states.close();
        out.close();
    }

    private void fireTimers() {
        while (states.nextTimer()) {
            try {
                function.onTimer(states.timerNs(), states, out);
            } catch (RuntimeException e) {
                throw failed(e);
            }
            checkBelow();
            states.settleTimer();
        }
    }

    /** The function may have caught what an operator below threw. */
    private void checkBelow() {
        if (out.failure() != null) {
            throw out.failure();
        }
    }

    private RuntimeException failed(RuntimeException cause) {
        if (out.failure() != null) {
            return out.failure();
        }
        if (cause instanceof TidemarkException) {
            return cause;
        }
        return new TidemarkException(
                new Problem(
                        ErrorCode.FUNCTION_FAILED,
                        context.uid(),
                        function.name(),
                        "'" + function.name() + "' threw " + cause + ".",
                        "Mend the function, or filter such rows before."),
                cause);
    }
}
