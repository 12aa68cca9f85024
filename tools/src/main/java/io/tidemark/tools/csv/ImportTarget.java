package io.tidemark.tools.csv;

import io.tidemark.row.RowWriter;

/** Takes the rows of an import in the order of the file. One thread. */
public interface ImportTarget {
    /** Begins a row of the target's schema with all columns null. A row that was begun and not committed is forgotten. */
    RowWriter begin();

    /**
     * Stores the row that was begun.
     *
     * @param ingestTimeNs nanoseconds since 1970
     * @throws io.tidemark.error.TidemarkException {@code ROW_TOO_LARGE} when this row cannot be stored but others can; any
     *     other code ends the import
     */
    void commit(long ingestTimeNs);
}
