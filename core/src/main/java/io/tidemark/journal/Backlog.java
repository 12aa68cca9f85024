package io.tidemark.journal;

import io.tidemark.row.RowView;

/**
 * What stands in a journal behind a record.
 *
 * @param endPosition position of the last record that is there, or {@link JournalReader#NO_POSITION}
 * @param records records behind the given one, or {@link #UNKNOWN}
 * @param bytes bytes of what has to be read to get through them, what the journal keeps between its records included, or {@link #UNKNOWN}
 * @param oldestIngestTimeNs recorded ingest time of the first of them, or {@link RowView#NO_INGEST_TIME} where there is none or it has none
 * @param arrivedRecords records that were appended since the meter measured first, whoever has read them, or {@link #UNKNOWN}
 */
public record Backlog(long endPosition, long records, long bytes, long oldestIngestTimeNs, long arrivedRecords) {
    /** A figure that the journal cannot tell. */
    public static final long UNKNOWN = -1;

    /** Nothing is known. */
    public static final Backlog NOTHING_KNOWN =
            new Backlog(JournalReader.NO_POSITION, UNKNOWN, UNKNOWN, RowView.NO_INGEST_TIME, UNKNOWN);

    /** Whether the records are counted. */
    public boolean known() {
        return records != UNKNOWN;
    }
}
