package io.tidemark.operator.dedup;

import io.tidemark.operator.ChainOperator;
import io.tidemark.operator.DropReason;
import io.tidemark.operator.OperatorContext;
import io.tidemark.operator.OperatorCounters;
import io.tidemark.operator.RowConsumer;
import io.tidemark.row.RowKind;
import io.tidemark.row.RowView;
import io.tidemark.state.EntryTable;
import io.tidemark.state.ScalarState;
import io.tidemark.state.TimeIndex;
import io.tidemark.time.EventTimes;

/**
 * The running deduplication that keeps the best row of a key until the key is due, and brings it out then: in the order of due time and of the first
 * row of the key, a few per following row where that cannot change the order. The watermark that goes on does not pass a row that waits.
 */
final class FinalRows implements ChainOperator {
    private static final int ROWS_PER_ROW = 16;

    private final RowGate gate;
    private final RowChoice choice;
    private final WaitingRows waiting;
    private final DedupLedger ledger;
    private final boolean deferred;
    private final OperatorContext context;
    private final OperatorCounters counters;
    private final RowConsumer next;
    private final ScalarState watermark;
    private final ScalarState handedOn;
    private final ScalarState causeSource;
    private final ScalarState causePosition;
    private final ScalarState causeIngestTime;
    private final RowView out = new RowView();

    FinalRows(RowGate gate, RowChoice choice, int keyBytes, long initialWatermark, RowConsumer next) {
        this.gate = gate;
        this.choice = choice;
        this.ledger = gate.ledger();
        this.context = gate.context();
        this.counters = context.counters();
        this.next = next;
        this.deferred = context.deferEmission();
        this.waiting = new WaitingRows(context.state(), keyBytes, choice.kept(), !deferred);
        this.watermark = context.state().scalar("watermark", initialWatermark);
        this.handedOn = context.state().scalar("handedOn", initialWatermark);
        this.causeSource = context.state().scalar("causeSource", 0);
        this.causePosition = context.state().scalar("causePosition", 0);
        this.causeIngestTime = context.state().scalar("causeIngestTime", RowView.NO_INGEST_TIME);
    }

    @Override
    public void onRow(RowView row) {
        counters.rowIn();
        long watermarkNs = watermark.get();
        emit(watermarkNs, ROWS_PER_ROW);
        if (!gate.admits(row, watermarkNs)) {
            return;
        }
        if (!waiting.fits(gate.keyBytes(), row.length())) {
            gate.tooLarge(row, watermarkNs);
            return;
        }
        long entry = waiting.find(gate.keyAddress(), gate.keyBytes());
        if (entry != EntryTable.NONE && ledger == null && EventTimes.isDue(waiting.due(entry), watermarkNs)) {
            // The row of the old key has to be out before its key begins anew.
            emit(watermarkNs, Integer.MAX_VALUE);
            entry = EntryTable.NONE;
        }
        long timeNs = Math.min(gate.time(row), EventTimes.LAST_DUE);
        if (entry == EntryTable.NONE) {
            waiting.add(gate.keyAddress(), gate.keyBytes(), row, timeNs, gate.due(row));
        } else {
            DropReason reason = choice.judge(row, waiting.row(entry));
            if (reason != null) {
                context.drop(row, reason, watermarkNs);
                return;
            }
            waiting.replace(entry, row, timeNs);
        }
        if (ledger != null) {
            ledger.updated();
        }
        counters.rowAccepted();
    }

    @Override
    public void onWatermark(long watermarkNs, RowView cause) {
        emit(watermark.get(), Integer.MAX_VALUE);
        watermark.set(watermarkNs);
        counters.watermark(watermarkNs);
        causeSource.set(cause.source());
        causePosition.set(cause.position());
        causeIngestTime.set(cause.ingestTimeNs());
        emit(watermarkNs, deferred && ledger == null ? ROWS_PER_ROW : Integer.MAX_VALUE);
        if (!deferred) {
            handOn(watermarkNs, cause);
        }
    }

    @Override
    public void onCut(RowView cause) {
        if (ledger != null) {
            emit(watermark.get(), Integer.MAX_VALUE);
            ledger.endOfBatch(waiting.count());
        }
        next.onCut(cause);
    }

    @Override
    public int work(int budget) {
        return emit(watermark.get(), budget);
    }

    @Override
    public boolean evictsByTime() {
        return true;
    }

    @Override
    public void close() {
        gate.close();
        choice.kept().close();
    }

    private void handOn(long watermarkNs, RowView cause) {
        long oldest = waiting.oldest();
        long held = oldest == TimeIndex.EMPTY ? watermarkNs : gate.times().heldBack(watermarkNs, oldest);
        if (held > handedOn.get()) {
            handedOn.set(held);
            next.onWatermark(held, cause);
        }
    }

    private int emit(long watermarkNs, int budget) {
        int done = 0;
        while (done < budget && isDue(watermarkNs)) {
            RowView row = waiting.first();
            out.origin((int) causeSource.get(), causePosition.get(), causeIngestTime.get(), RowKind.INSERT);
            counters.rowOut();
            next.onRow(out.wrap(row.schema(), row.address(), row.length()));
            waiting.removeFirst();
            done++;
        }
        if (ledger != null) {
            ledger.removed(done);
        }
        return done;
    }

    private boolean isDue(long watermarkNs) {
        return waiting.firstDueNs() != TimeIndex.EMPTY && EventTimes.isDue(waiting.firstDueNs(), watermarkNs);
    }
}
