package io.tidemark.tools.csv;

import io.tidemark.row.RowKind;
import io.tidemark.row.RowWriter;

/** Takes the rows of an import in the order of the file. One thread. */
public interface ImportTarget {
    /** Begins a row of the target's schema with all columns null. A row that was begun and not committed is forgotten. */
    RowWriter begin();

    /**
     * Stores the row that was begun.
     *
     * @param ingestTimeNs nanoseconds since 1970, or {@link io.tidemark.row.RowView#NO_INGEST_TIME}
     * @throws io.tidemark.error.TidemarkException {@code ROW_TOO_LARGE} when this row cannot be stored but others can; any
     *     other code ends the import
     */
    default void commit(long ingestTimeNs) {
        commit(ingestTimeNs, RowKind.INSERT);
    }

    /** As {@link #commit(long)}, for a row of a kind. */
    void commit(long ingestTimeNs, RowKind kind);
}
