package io.tidemark.journal;

/** Reads a journal forward. One thread. */
public interface JournalReader extends AutoCloseable {
    /** No record was read yet. */
    long NO_POSITION = -1;

    /** The journal stores no sequences. */
    long NO_SEQUENCE = -1;

    /**
     * Hands over up to {@code limit} records in order. Where one record gives several rows they are handed over together, so
     * that the number of rows may exceed the limit.
     *
     * @return number of records read, 0 at the end of what is there
     */
    int poll(RecordHandler handler, int limit);

    /**
     * Makes {@link #poll} end after the record at a position, also when more records follow or are appended later.
     *
     * @param position what {@link #endPosition} gave; {@link #NO_POSITION} means that no record is read at all
     */
    void stopAfter(long position);

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

    /**
     * Sequence stored with the last record that was handed over, also during that call; {@link #NO_SEQUENCE} before the first
     * record and for journals that store none.
     */
    default long sequence() {
        return NO_SEQUENCE;
    }

    /** Position of the record that caused the last one, in the journal {@link #causeSource}; {@link #NO_POSITION} when it stores none. */
    default long cause() {
        return NO_POSITION;
    }

    /** Ordinal of the input in which {@link #cause} lies, 0 for the first. */
    default int causeSource() {
        return 0;
    }

    @Override
    void close();
}
