package io.tidemark.journal;

import io.tidemark.row.Schema;

/** A place that takes the rows of a query in order. */
public interface JournalSink {
    /** Name for messages. */
    String name();

    /**
     * Opens the one writer.
     *
     * @param schema schema of the rows that will come
     * @throws io.tidemark.error.TidemarkException {@code SCHEMA_MISMATCH} when the sink holds rows of another schema
     */
    JournalWriter openWriter(Schema schema);
}
