package io.tidemark.chronicle;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.journal.JournalReader;
import io.tidemark.row.RowView;
import io.tidemark.row.RowWriter;
import java.util.Objects;
import org.agrona.concurrent.EpochNanoClock;

/**
 * The door for code in this process: {@link #begin} a row, fill its columns, {@link #commit} it.
 *
 * <p>A row is in the journal, for readers in every process, when {@code commit} has returned; it survives the end of this
 * process then. One thread; nothing is allocated per row. Closing releases the journal for the next appender.
 */
public final class RowAppender implements AutoCloseable {
    private final QueueAppender appender;
    private final EpochNanoClock clock;
    private final RowWriter row = new RowWriter();
    private boolean begun;

    RowAppender(QueueAppender appender, EpochNanoClock clock) {
        this.appender = appender;
        this.clock = clock;
    }

    /**
     * Starts a row with all columns null. A row that was begun and not committed is dropped.
     *
     * @throws TidemarkException {@code QUERY_STATE_INVALID} when the appender or its journal is closed
     */
    public RowWriter begin() {
        appender.requireOpen();
        begun = true;
        return row.start(appender.schema());
    }

    /** Appends the row with the clock's time as its ingest time; returns its position. */
    public long commit() {
        return commit(clock.nanoTime());
    }

    /**
     * Appends the row with this ingest time and returns its position.
     *
     * @param ingestTimeNs nanoseconds since 1970, or {@link RowView#NO_INGEST_TIME}
     * @throws TidemarkException {@code ROW_TOO_LARGE}, {@code NULL_NOT_ALLOWED}, {@code IO_FAILED}, {@code DISK_SPACE_LOW}, {@code QUERY_STATE_INVALID} when
     *     no row was begun, or the appender or its journal is closed; nothing is written then, and the row is dropped
     */
    public long commit(long ingestTimeNs) {
        appender.requireOpen();
        if (!begun) {
            throw new TidemarkException(
                    ErrorCode.QUERY_STATE_INVALID, "No row was begun.", "Call begin before commit.");
        }
        begun = false;
        return append(row.finish(), ingestTimeNs);
    }

    /** Drops the row that was begun. */
    public void abort() {
        begun = false;
    }

    /**
     * Appends a copy of a row of the journal's schema with its kind; returns its position.
     *
     * @throws TidemarkException {@code SCHEMA_MISMATCH}, and as {@link #commit(long)}
     */
    public long append(RowView copied, long ingestTimeNs) {
        Objects.requireNonNull(copied, "row");
        return appender.append(copied, ingestTimeNs, JournalReader.NO_POSITION, 0);
    }

    /** Sequence of the last record of the journal, or -1. */
    public long lastSequence() {
        return appender.lastSequence();
    }

    /** Position of the last record of the journal, or {@link JournalReader#NO_POSITION}. */
    public long position() {
        return appender.lastPosition();
    }

    /** What was mended when the appender was opened, as a sentence, or empty. */
    public String repaired() {
        return appender.repaired();
    }

    @Override
    public void close() {
        appender.close();
        row.close();
    }
}
