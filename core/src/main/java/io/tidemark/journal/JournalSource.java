package io.tidemark.journal;

import io.tidemark.row.Schema;

/** A journal that can be read from any position, as often as wanted. */
public interface JournalSource {
    /** Name for messages: a directory, or what the user called it. */
    String name();

    /** Schema of the rows. */
    Schema schema();

    /** Whether records carry a recorded ingest time. */
    boolean recordsIngestTime();

    /** A new reader at the start of the journal. */
    JournalReader openReader();
}
