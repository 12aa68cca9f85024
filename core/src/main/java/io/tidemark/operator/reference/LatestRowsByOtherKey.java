package io.tidemark.operator.reference;

import io.tidemark.memory.OffHeap;
import io.tidemark.operator.DropReason;
import io.tidemark.operator.OperatorContext;
import io.tidemark.row.RowView;
import io.tidemark.state.EntryTable;
import io.tidemark.time.Watermark;

/**
 * A table of the latest row of each key, where the join goes by something else: several rows may belong to a row of the stream. A second index leads from the
 * key to its row. A row that the join cannot find, because it does not fit or has a null there, still removes the one before it.
 */
final class LatestRowsByOtherKey implements TableSide {
    /** Bytes of the value of an entry: the row. */
    static final int VALUE_BYTES = 8;

    private final JoinKey tableKey;
    private final JoinKey joinKey;
    private final EntryTable keys;
    private final ReferenceRows rows;
    private final OperatorContext context;

    LatestRowsByOtherKey(
            JoinKey tableKey, JoinKey joinKey, EntryTable keys, ReferenceRows rows, OperatorContext context) {
        this.tableKey = tableKey;
        this.joinKey = joinKey;
        this.keys = keys;
        this.rows = rows;
        this.context = context;
    }

    @Override
    public void onRow(RowView row) {
        if (!tableKey.read(row)) {
            context.drop(row, DropReason.NULL_KEY, Watermark.NONE);
            return;
        }
        long entry = keys.find(tableKey.address(), tableKey.length());
        if (entry != EntryTable.NONE) {
            rows.remove(OffHeap.getLong(keys.value(entry)));
        }
        DropReason refusal = null;
        if (!TableSide.takesBack(row)) {
            refusal = refusal(row);
            if (refusal == null) {
                context.counters().rowAccepted();
                long kept = entry != EntryTable.NONE ? entry : keys.acquire(tableKey.address(), tableKey.length());
                OffHeap.putLong(keys.valueForUpdate(kept), rows.add(joinKey, row));
                return;
            }
        }
        if (entry != EntryTable.NONE) {
            keys.remove(entry);
        }
        if (refusal == null) {
            context.counters().rowAccepted();
        } else {
            context.drop(row, refusal, Watermark.NONE);
        }
    }

    /** Why the join could not find the row, or null. */
    private DropReason refusal(RowView row) {
        if (!joinKey.read(row)) {
            return DropReason.NULL_KEY;
        }
        boolean fits = keys.spec().rowBytes(tableKey.length()) <= EntryTable.MAX_BYTES && rows.fits(joinKey, row);
        return fits ? null : DropReason.TOO_LARGE;
    }

    @Override
    public void close() {
        tableKey.close();
        joinKey.close();
    }
}
