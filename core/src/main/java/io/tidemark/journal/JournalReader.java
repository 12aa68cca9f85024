package io.tidemark.journal;

/** Reads a journal forward. One thread. */
public interface JournalReader extends AutoCloseable {
    /** No record was read yet. */
    long NO_POSITION = -1;

    /**
     * Hands over up to {@code limit} records in order.
     *
     * @return number of records read, 0 at the end of what is there
     */
    int poll(RecordHandler handler, int limit);

    /** Position of the last record that was handed over, or {@link #NO_POSITION}. */
    long position();

    /** Position of the last record that is in the journal now, or {@link #NO_POSITION} when it is empty. May take 100 us. */
    long endPosition();

    /**
     * Goes to just after a record.
     *
     * @param position what {@link #position} gave, or {@link #NO_POSITION} for the start
     * @throws io.tidemark.error.TidemarkException {@code SOURCE_RETENTION_GAP} when that record is not there any more
     */
    void moveAfter(long position);

    @Override
    void close();
}
