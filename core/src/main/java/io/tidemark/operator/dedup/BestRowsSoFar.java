package io.tidemark.operator.dedup;

import io.tidemark.memory.OffHeap;
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
 * The running deduplication that lets a row through at once when it is the best of its key so far: the first row, and each better one as an update. It
 * keeps of the best row what is needed to judge the others.
 *
 * <p>As with {@link EntryKeys}, a key that comes again after it was due keeps its entry, and an entry outlives what the index says of it.
 */
final class BestRowsSoFar implements ChainOperator {
    private static final int KEYS_PER_ROW = 4;
    private static final int DUE = 0;
    static final int KEPT = 8;
    static final int VALUE_BYTES = 16;

    private final RowGate gate;
    private final RowChoice choice;
    private final KeptColumns kept;
    private final DedupLedger ledger;
    private final EntryTable table;
    private final TimeIndex dues;
    private final OperatorContext context;
    private final OperatorCounters counters;
    private final RowConsumer next;
    private final ScalarState watermark;
    private final RowView out = new RowView();

    BestRowsSoFar(RowGate gate, RowChoice choice, int keyBytes, long initialWatermark, RowConsumer next) {
        this.gate = gate;
        this.choice = choice;
        this.kept = choice.kept();
        this.ledger = gate.ledger();
        this.context = gate.context();
        this.counters = context.counters();
        this.next = next;
        this.table = context.state().entries("keys", VALUE_BYTES, keyBytes);
        this.dues = gate.spanNs() == RowGate.FOREVER ? null : context.state().timeIndex("dues");
        this.watermark = context.state().scalar("watermark", initialWatermark);
    }

    @Override
    public void onRow(RowView row) {
        counters.rowIn();
        long watermarkNs = watermark.get();
        if (ledger == null) {
            forget(watermarkNs, KEYS_PER_ROW);
        }
        if (!gate.admits(row, watermarkNs)) {
            return;
        }
        RowView toKeep = kept.of(row);
        if (table.spec().rowBytes(gate.keyBytes()) > EntryTable.MAX_BYTES || toKeep.length() > EntryTable.MAX_BYTES) {
            gate.tooLarge(row, watermarkNs);
            return;
        }
        long entry = table.acquire(gate.keyAddress(), gate.keyBytes());
        boolean known = !table.created() && isKnown(entry, watermarkNs);
        DropReason reason = known ? choice.judge(row, kept.read(table, keptOf(entry))) : null;
        if (reason != null) {
            context.drop(row, reason, watermarkNs);
            return;
        }
        remember(entry, toKeep);
        if (!known && dues != null) {
            long dueNs = gate.due(row);
            OffHeap.putLong(table.valueForUpdate(entry) + DUE, dueNs);
            if (dueNs != SeenKeys.NEVER) {
                dues.add(dueNs, entry);
            }
        }
        if (ledger != null) {
            ledger.updated();
        }
        counters.rowAccepted();
        counters.rowOut();
        out.origin(row.source(), row.position(), row.ingestTimeNs(), known ? RowKind.UPDATE_AFTER : RowKind.INSERT);
        next.onRow(out.wrap(row.schema(), row.address(), row.length()));
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
            ledger.endOfBatch(table.rowCount());
        }
        next.onCut(cause);
    }

    @Override
    public int reclaim(int budget) {
        return ledger == null ? forget(watermark.get(), budget) : 0;
    }

    @Override
    public boolean evictsByTime() {
        return gate.times() != null;
    }

    @Override
    public void close() {
        gate.close();
        kept.close();
    }

    private boolean isKnown(long entry, long watermarkNs) {
        return ledger != null || dues == null || !EventTimes.isDue(dueOf(entry), watermarkNs);
    }

    private void remember(long entry, RowView toKeep) {
        long block = keptOf(entry);
        long stored =
                block == EntryTable.NONE ? KeptColumns.store(table, toKeep) : KeptColumns.replace(table, block, toKeep);
        OffHeap.putLong(table.valueForUpdate(entry) + KEPT, stored);
    }

    private void forgetAll() {
        if (ledger != null) {
            ledger.removed(forget(watermark.get(), Integer.MAX_VALUE));
        }
    }

    private int forget(long watermarkNs, int budget) {
        int done = 0;
        while (done < budget && isDue(watermarkNs)) {
            long dueNs = dues.firstDueNs();
            long entry = dues.firstPayload();
            dues.removeFirst();
            if (dueOf(entry) == dueNs) {
                table.free(keptOf(entry));
                table.remove(entry);
            }
            done++;
        }
        return done;
    }

    private boolean isDue(long watermarkNs) {
        return dues != null && dues.firstDueNs() != TimeIndex.EMPTY && EventTimes.isDue(dues.firstDueNs(), watermarkNs);
    }

    private long dueOf(long entry) {
        return OffHeap.getLong(table.value(entry) + DUE);
    }

    private long keptOf(long entry) {
        return OffHeap.getLong(table.value(entry) + KEPT);
    }
}
