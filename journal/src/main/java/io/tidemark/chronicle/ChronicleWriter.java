package io.tidemark.chronicle;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.journal.JournalWriter;
import io.tidemark.row.RowView;

/** Writes the rows of a query to one of our own journals. One thread appends and closes. */
final class ChronicleWriter implements JournalWriter {
    private final QueueAppender appender;

    ChronicleWriter(QueueAppender appender) {
        this.appender = appender;
    }

    @Override
    public long lastSequence() {
        return appender.lastSequence();
    }

    @Override
    public long position() {
        return appender.lastPosition();
    }

    @Override
    public String repaired() {
        return appender.repaired();
    }

    @Override
    public void append(RowView row, long sequence) {
        append(row, sequence, 0);
    }

    @Override
    public void append(RowView row, long sequence, int causeSource) {
        if (sequence != appender.lastSequence() + 1) {
            throw new TidemarkException(
                    ErrorCode.QUERY_STATE_INVALID,
                    "Sequence " + sequence + " does not follow " + appender.lastSequence() + " in journal '"
                            + appender.name() + "'.",
                    "Append every sequence once and in order.");
        }
        appender.appendAlone(row, row.ingestTimeNs(), row.position(), causeSource);
    }

    @Override
    public boolean hasRoom() {
        appender.tick();
        return appender.hasRoom();
    }

    @Override
    public void close() {
        appender.close();
    }
}
