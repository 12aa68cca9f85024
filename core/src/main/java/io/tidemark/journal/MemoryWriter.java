package io.tidemark.journal;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.row.RowView;

/** Writes to a {@link MemoryJournal}. */
final class MemoryWriter implements JournalWriter {
    private final MemoryJournal journal;
    private long lastSequence;
    private boolean closed;

    MemoryWriter(MemoryJournal journal) {
        this.journal = journal;
        this.lastSequence = journal.size() == 0 ? -1 : journal.sequence(journal.size() - 1);
    }

    @Override
    public long lastSequence() {
        return lastSequence;
    }

    @Override
    public void append(RowView row, long sequence) {
        append(row, sequence, 0);
    }

    @Override
    public void append(RowView row, long sequence, int causeSource) {
        if (closed) {
            throw new TidemarkException(
                    ErrorCode.QUERY_STATE_INVALID,
                    "The writer of journal '" + journal.name() + "' is closed.",
                    "Open another one.");
        }
        if (sequence != lastSequence + 1) {
            throw new TidemarkException(
                    ErrorCode.QUERY_STATE_INVALID,
                    "Sequence " + sequence + " does not follow " + lastSequence + " in journal '" + journal.name()
                            + "'.",
                    "Append every sequence once and in order.");
        }
        journal.append(row, row.ingestTimeNs(), sequence, row.position(), causeSource);
        lastSequence = sequence;
    }

    @Override
    public long position() {
        return journal.size() - 1;
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            journal.release();
        }
    }
}
