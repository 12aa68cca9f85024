package io.tidemark.journal;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.row.RowView;
import io.tidemark.row.Schema;

/** Reads a {@link MemoryJournal} forward. */
final class MemoryReader implements JournalReader {
    private static final long ALL = Long.MAX_VALUE;

    private final MemoryJournal journal;
    private final RecordStore store;
    private final RowView view = new RowView();
    private final InvalidRecord invalid = new InvalidRecord();
    private long position = NO_POSITION;
    private long stopAfter = ALL;

    MemoryReader(MemoryJournal journal) {
        this.journal = journal;
        this.store = journal.store();
    }

    @Override
    public int poll(RecordHandler handler, int limit) {
        Schema schema = journal.schema();
        long from = position;
        long end = Math.min(Math.min(store.count(), from + 1 + limit), stopAfter == ALL ? ALL : stopAfter + 1);
        while (position + 1 < end) {
            long at = store.address(++position);
            if (MemoryRecord.isInvalid(at)) {
                reportInvalid(handler, at);
                continue;
            }
            handler.onRow(view.wrap(schema, at + MemoryRecord.HEADER_BYTES, MemoryRecord.payloadBytes(at))
                    .origin(position, MemoryRecord.ingestTimeNs(at), MemoryRecord.kind(at)));
        }
        return (int) (position - from);
    }

    @Override
    public void stopAfter(long lastPosition) {
        stopAfter = lastPosition;
    }

    @Override
    public long position() {
        return position;
    }

    @Override
    public long endPosition() {
        return store.count() - 1;
    }

    @Override
    public void moveAfter(long newPosition) {
        if (newPosition < NO_POSITION || newPosition >= store.count()) {
            throw new TidemarkException(
                    ErrorCode.SOURCE_RETENTION_GAP,
                    "Journal '" + journal.name() + "' has no record " + newPosition + ", it holds " + store.count()
                            + ".",
                    "Start from a position that is still there, or from the start.");
        }
        position = newPosition;
    }

    @Override
    public long sequence() {
        return position == NO_POSITION ? NO_SEQUENCE : MemoryRecord.sequence(store.address(position));
    }

    @Override
    public long cause() {
        return position == NO_POSITION ? NO_POSITION : MemoryRecord.cause(store.address(position));
    }

    @Override
    public int causeSource() {
        return position == NO_POSITION ? 0 : MemoryRecord.causeSource(store.address(position));
    }

    @Override
    public void close() {
        invalid.close();
    }

    private void reportInvalid(RecordHandler handler, long at) {
        RowView record = invalid.wrap(
                at + MemoryRecord.HEADER_BYTES, MemoryRecord.payloadBytes(at), position, MemoryRecord.ingestTimeNs(at));
        handler.onInvalid(record, journal.reason(MemoryRecord.reason(at)));
    }
}
