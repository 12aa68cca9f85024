package io.tidemark.journal;

import io.tidemark.row.RowView;

/** Measures a {@link MemoryJournal}. */
final class MemoryMeter implements JournalMeter {
    private final MemoryJournal journal;
    private final RecordStore store;
    private long firstCount = Backlog.UNKNOWN;
    private boolean closed;

    MemoryMeter(MemoryJournal journal) {
        this.journal = journal;
        this.store = journal.store();
    }

    @Override
    public Backlog measure(long position) {
        journal.requireOpen();
        long count = store.count();
        if (firstCount == Backlog.UNKNOWN) {
            firstCount = count;
        }
        long records = Math.max(0, count - 1 - position);
        long arrived = Math.max(0, count - firstCount);
        if (records == 0) {
            return new Backlog(count - 1, 0, 0, RowView.NO_INGEST_TIME, arrived);
        }
        long oldest = MemoryRecord.ingestTimeNs(store.address(position + 1));
        return new Backlog(count - 1, records, bytes(position + 1, count - 1), oldest, arrived);
    }

    private long bytes(long first, long last) {
        long at = store.address(last);
        return store.bytesBetween(store.address(first), at) + MemoryRecord.bytes(MemoryRecord.payloadBytes(at));
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            journal.release();
        }
    }
}
