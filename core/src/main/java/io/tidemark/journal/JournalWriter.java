package io.tidemark.journal;

import io.tidemark.row.RowView;

/** Appends rows to a journal. One thread. */
public interface JournalWriter extends AutoCloseable {
    /** Sequence of the last record that is already there, or -1 when there is none: the next one is greater by 1. */
    long lastSequence();

    /**
     * Appends a row with its kind, ingest time and the position of its cause.
     *
     * @param sequence number of the record, one more than the last
     * @throws io.tidemark.error.TidemarkException {@code ROW_TOO_LARGE}, {@code IO_FAILED}
     */
    void append(RowView row, long sequence);

    @Override
    void close();
}
