package io.tidemark.operator.session;

import io.tidemark.memory.OffHeap;
import io.tidemark.row.RowView;
import io.tidemark.state.EntryTable;
import io.tidemark.state.TimeIndex;
import io.tidemark.time.SessionTimes;
import io.tidemark.time.Watermark;

/** Which row moved the watermark how far, while sessions that it made complete still have to come out: they carry its origin. */
final class Causes {
    private static final int SOURCE_AT = 0;
    private static final int POSITION_AT = 8;
    private static final int INGEST_TIME_AT = 16;
    private static final int BYTES = 24;

    private final SessionTimes times;
    private final EntryTable table;
    private final TimeIndex index;

    Causes(SessionTimes times, EntryTable table, TimeIndex index) {
        this.times = times;
        this.table = table;
        this.index = index;
    }

    /** A row moved the watermark. */
    void add(long watermarkNs, RowView cause) {
        long block = table.allocate(BYTES);
        long address = table.blockForUpdate(block, 0, BYTES);
        OffHeap.putLong(address + SOURCE_AT, cause.source());
        OffHeap.putLong(address + POSITION_AT, cause.position());
        OffHeap.putLong(address + INGEST_TIME_AT, cause.ingestTimeNs());
        index.add(Math.min(watermarkNs, Watermark.END - 1), block);
    }

    /** Goes on to the cause of a session with this end, which is complete; ends come in their order. */
    void moveTo(long endNs) {
        while (index.size() > 1 && !times.isComplete(endNs, index.firstDueNs())) {
            removeFirst();
        }
    }

    /** Removes one that is no longer needed; {@code false} when there is none. */
    boolean removeFirst() {
        if (index.size() == 0) {
            return false;
        }
        table.free(index.firstPayload());
        index.removeFirst();
        return true;
    }

    int source() {
        return (int) get(SOURCE_AT);
    }

    long position() {
        return get(POSITION_AT);
    }

    long ingestTimeNs() {
        return get(INGEST_TIME_AT);
    }

    private long get(int field) {
        return OffHeap.getLong(table.block(index.firstPayload()) + field);
    }
}
