package io.tidemark.operator.dedup;

import io.tidemark.memory.OffHeap;
import io.tidemark.state.EntryTable;
import io.tidemark.state.StateRegistry;
import io.tidemark.state.TimeIndex;
import io.tidemark.time.EventTimes;

/**
 * Keys as entries with their due time, and an index by due time. A key that comes again after it was due keeps its entry under its new due time;
 * what the index says of the old one is then void. Due times of a key grow, so an entry outlives all that the index says of it.
 */
final class EntryKeys implements SeenKeys {
    private final EntryTable table;
    private final TimeIndex dues;
    private final boolean untilRemoved;

    /**
     * Opens the tables.
     *
     * @param forever whether keys are never forgotten
     * @param untilRemoved whether a due key is known until {@link #forget} took it, as in a batch of Apache Spark
     */
    EntryKeys(StateRegistry state, int keyBytes, boolean forever, boolean untilRemoved) {
        this.table = state.entries("keys", Long.BYTES, keyBytes);
        this.dues = forever ? null : state.timeIndex("dues");
        this.untilRemoved = untilRemoved;
    }

    @Override
    public boolean fits(int keyBytes) {
        return table.spec().rowBytes(keyBytes) <= EntryTable.MAX_BYTES;
    }

    @Override
    public boolean add(long keyAddress, int keyBytes, long dueNs, long watermarkNs) {
        long entry = table.acquire(keyAddress, keyBytes);
        if (!table.created() && (untilRemoved || !EventTimes.isDue(OffHeap.getLong(table.value(entry)), watermarkNs))) {
            return false;
        }
        OffHeap.putLong(table.valueForUpdate(entry), dueNs);
        if (dues != null && dueNs != NEVER) {
            dues.add(dueNs, entry);
        }
        return true;
    }

    @Override
    public int forget(long watermarkNs, int budget) {
        int done = 0;
        while (done < budget && isDue(watermarkNs)) {
            long dueNs = dues.firstDueNs();
            long entry = dues.firstPayload();
            dues.removeFirst();
            if (OffHeap.getLong(table.value(entry)) == dueNs) {
                table.remove(entry);
            }
            done++;
        }
        return done;
    }

    private boolean isDue(long watermarkNs) {
        return dues != null && dues.firstDueNs() != TimeIndex.EMPTY && EventTimes.isDue(dues.firstDueNs(), watermarkNs);
    }

    @Override
    public long count() {
        return table.rowCount();
    }
}
