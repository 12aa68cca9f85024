package io.tidemark.operator.dedup;

import io.tidemark.operator.ChainOperator;
import io.tidemark.operator.DropReason;
import io.tidemark.operator.OperatorContext;
import io.tidemark.operator.OperatorCounters;
import io.tidemark.operator.RowConsumer;
import io.tidemark.row.RowView;
import io.tidemark.state.ScalarState;

/** The running deduplication that lets the first row of a key to arrive through at once. Of a key it knows nothing but that it came. */
final class FirstRows implements ChainOperator {
    private static final int KEYS_PER_ROW = 4;

    private final RowGate gate;
    private final SeenKeys keys;
    private final DedupLedger ledger;
    private final OperatorContext context;
    private final OperatorCounters counters;
    private final RowConsumer next;
    private final ScalarState watermark;

    FirstRows(RowGate gate, SeenKeys keys, long initialWatermark, RowConsumer next) {
        this.gate = gate;
        this.keys = keys;
        this.ledger = gate.ledger();
        this.context = gate.context();
        this.counters = context.counters();
        this.next = next;
        this.watermark = context.state().scalar("watermark", initialWatermark);
    }

    @Override
    public void onRow(RowView row) {
        counters.rowIn();
        long watermarkNs = watermark.get();
        if (ledger == null) {
            keys.forget(watermarkNs, KEYS_PER_ROW);
        }
        if (!gate.admits(row, watermarkNs)) {
            return;
        }
        if (!keys.fits(gate.keyBytes())) {
            gate.tooLarge(row, watermarkNs);
        } else if (keys.add(gate.keyAddress(), gate.keyBytes(), gate.due(row), watermarkNs)) {
            if (ledger != null) {
                ledger.updated();
            }
            counters.rowAccepted();
            counters.rowOut();
            next.onRow(row);
        } else {
            context.drop(row, DropReason.DUPLICATE, watermarkNs);
        }
    }

    @Override
    public void onWatermark(long watermarkNs, RowView cause) {
        watermark.set(watermarkNs);
        counters.watermark(watermarkNs);
        forgetAll();
        next.onWatermark(watermarkNs, cause);
    }

    @Override
    public void onCut(RowView cause) {
        forgetAll();
        if (ledger != null) {
            ledger.endOfBatch(keys.count());
        }
        next.onCut(cause);
    }

    @Override
    public int reclaim(int budget) {
        return ledger == null ? keys.forget(watermark.get(), budget) : 0;
    }

    @Override
    public boolean evictsByTime() {
        return gate.times() != null;
    }

    @Override
    public void close() {
        gate.close();
    }

    /** Where state is counted as Apache Spark does, keys go when they are due and not one row later. */
    private void forgetAll() {
        if (ledger != null) {
            ledger.removed(keys.forget(watermark.get(), Integer.MAX_VALUE));
        }
    }
}
