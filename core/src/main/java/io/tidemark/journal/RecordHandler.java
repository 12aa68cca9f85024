package io.tidemark.journal;

import io.tidemark.row.RowView;

/** Takes the records of a journal in order. The views are valid during the call. */
public interface RecordHandler {
    /** A row with its position, ingest time and kind. */
    void onRow(RowView row);

    /**
     * A record that could not be decoded.
     *
     * @param record its bytes as one binary column, with position and ingest time
     * @param reason what is wrong
     */
    void onInvalid(RowView record, String reason);
}
