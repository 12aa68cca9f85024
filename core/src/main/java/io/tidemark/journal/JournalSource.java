package io.tidemark.journal;

import io.tidemark.row.Schema;

/** A journal that can be read from any position, as often as wanted. */
public interface JournalSource extends Journal {
    /** Schema of the rows. */
    Schema schema();

    /** Whether records carry a recorded ingest time. */
    boolean recordsIngestTime();

    /** A new reader at the start of the journal. */
    JournalReader openReader();

    /** What measures how far the journal reaches beyond a reader. Measures nothing where a kind of journal says nothing else. */
    default JournalMeter openMeter() {
        return JournalMeter.NONE;
    }

    /**
     * Tests checksums and sequences of what follows a position, for a journal whose machine may have stopped under its writer.
     *
     * @param position what a reader gave, or {@link JournalReader#NO_POSITION} for the start
     * @return what is wrong and where, or empty
     */
    default String faultAfter(long position) {
        return "";
    }
}
