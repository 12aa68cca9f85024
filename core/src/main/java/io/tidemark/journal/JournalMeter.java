package io.tidemark.journal;

/**
 * Measures how far a journal reaches beyond a reader, beside that reader and without disturbing it: it only reads. One thread at a time, which need not be the
 * reader's. Costs the same however much is unread, but for the number of files.
 */
public interface JournalMeter extends AutoCloseable {
    /** Of a journal that cannot be measured. */
    JournalMeter NONE = new JournalMeter() {
        @Override
        public Backlog measure(long position) {
            return Backlog.NOTHING_KNOWN;
        }

        @Override
        public void close() {
            // Nothing was opened.
        }
    };

    /**
     * Measures what stands behind a record now.
     *
     * @param position position of the last record that was read, or {@link JournalReader#NO_POSITION} for the start
     * @throws io.tidemark.error.TidemarkException when the journal cannot be measured now, because the record is not there any more, say; it may be tried again
     */
    Backlog measure(long position);

    @Override
    void close();
}
