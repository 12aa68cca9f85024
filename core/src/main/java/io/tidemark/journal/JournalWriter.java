package io.tidemark.journal;

import io.tidemark.row.RowView;

/** Appends rows to a journal. One thread. */
public interface JournalWriter extends AutoCloseable {
    /** Sequence of the last record that is already there, or -1 when there is none: the next one is greater by 1. */
    long lastSequence();

    /**
     * Appends a row with its kind, ingest time and the position of its cause, which lies in the first input.
     *
     * @param sequence number of the record, one more than the last
     * @throws io.tidemark.error.TidemarkException {@code ROW_TOO_LARGE}, {@code IO_FAILED}; {@code QUERY_STATE_INVALID} when
     *     the sequence is not the next one
     */
    void append(RowView row, long sequence);

    /**
     * Appends a row whose cause lies in the input with this ordinal. A writer that stores no causes may leave it out.
     *
     * @param sequence number of the record, one more than the last
     * @param causeSource ordinal of the input to which {@link RowView#position} belongs, 0 for the first
     */
    default void append(RowView row, long sequence, int causeSource) {
        append(row, sequence);
    }

    /**
     * Position of the last record that is there, for a reader's {@link JournalReader#moveAfter}, or {@link JournalReader#NO_POSITION} when it is empty or has
     * no positions.
     */
    default long position() {
        return JournalReader.NO_POSITION;
    }

    /**
     * Makes what was appended so far survive the end of this process, and makes {@link #lastSequence} of a later writer include it. Called before a
     * checkpoint and when there is nothing to do; a writer that keeps nothing back has nothing to do.
     */
    default void flush() {}

    /**
     * Whether there is room for about as much as one duty cycle appends. Asked before each one; costs next to nothing. False makes the query wait, with
     * nothing half done.
     */
    default boolean hasRoom() {
        return true;
    }

    /** What was mended when the writer was opened, as a sentence, or empty. */
    default String repaired() {
        return "";
    }

    @Override
    void close();
}
