package io.tidemark.journal;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.row.RowView;
import io.tidemark.row.Schema;
import java.util.Objects;

/** Reads a {@link MemoryJournal} forward. */
final class MemoryReader implements JournalReader {
    private static final long ALL = Long.MAX_VALUE;

    private final MemoryJournal journal;
    private final RecordStore store;
    private final RowView view = new RowView();
    private final InvalidRecord invalid = new InvalidRecord();
    private long position = NO_POSITION;
    private long stopAfter = ALL;
    private boolean closed;

    MemoryReader(MemoryJournal journal) {
        this.journal = journal;
        this.store = journal.store();
    }

    @Override
    public int poll(RecordHandler handler, int limit) {
        Objects.requireNonNull(handler, "handler");
        requireOpen();
        Schema schema = journal.schema();
        long from = position;
        long end = Math.min(Math.min(store.count(), from + 1 + limit), stopAfter == ALL ? ALL : stopAfter + 1);
        try {
            while (position + 1 < end) {
                deliver(handler, schema, store.address(++position));
            }
        } finally {
            view.unwrap();
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
        requireOpen();
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
        return position == NO_POSITION ? NO_SEQUENCE : journal.sequence(position);
    }

    @Override
    public long cause() {
        return position == NO_POSITION ? NO_POSITION : journal.cause(position);
    }

    @Override
    public int causeSource() {
        return position == NO_POSITION ? 0 : journal.causeSource(position);
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            invalid.close();
            journal.release();
        }
    }

    private void requireOpen() {
        if (closed) {
            throw new TidemarkException(
                    ErrorCode.QUERY_STATE_INVALID,
                    "The reader of journal '" + journal.name() + "' is closed.",
                    "Open another one.");
        }
        journal.requireOpen();
    }

    private void deliver(RecordHandler handler, Schema schema, long at) {
        if (MemoryRecord.isInvalid(at)) {
            reportInvalid(handler, at);
            return;
        }
        handler.onRow(view.wrap(schema, at + MemoryRecord.HEADER_BYTES, MemoryRecord.payloadBytes(at))
                .origin(position, MemoryRecord.ingestTimeNs(at), MemoryRecord.kind(at)));
    }

    private void reportInvalid(RecordHandler handler, long at) {
        int bytes = MemoryRecord.payloadBytes(at);
        RowView record = invalid.wrap(at + MemoryRecord.HEADER_BYTES, bytes, position, MemoryRecord.ingestTimeNs(at));
        handler.onInvalid(record, InvalidRecord.reason(journal.reason(MemoryRecord.reason(at)), bytes));
    }
}
