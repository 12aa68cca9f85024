package io.tidemark.tools.listing;

import io.tidemark.journal.JournalReader;
import io.tidemark.journal.RecordHandler;
import io.tidemark.row.RowView;
import io.tidemark.tools.read.OpenedJournal;

/**
 * How far a reader is behind a journal.
 *
 * @param rows records behind its position
 * @param waitingSinceNs when the first of these was written, nanoseconds since 1970, or {@link RowView#NO_INGEST_TIME} when there is none or that is not known
 */
record Lag(long rows, long waitingSinceNs) {
    private static final double NANOS_PER_SECOND = 1e9;

    /** Lag of a reader that is done with the records up to a position. */
    static Lag of(OpenedJournal journal, long position) {
        long rows = journal.files().recordsAfter(position);
        return new Lag(rows, rows == 0 ? RowView.NO_INGEST_TIME : writtenAfter(journal, position));
    }

    /** For how many seconds the first record has waited; 0 when none does, NaN when that is not known. */
    double seconds(long nowNs) {
        if (waitingSinceNs == RowView.NO_INGEST_TIME) {
            return rows == 0 ? 0 : Double.NaN;
        }
        return Math.max(0, (nowNs - waitingSinceNs) / NANOS_PER_SECOND);
    }

    /** When the first record behind a position was written. */
    static long writtenAfter(OpenedJournal journal, long position) {
        long[] written = {RowView.NO_INGEST_TIME};
        JournalReader reader = journal.reader();
        reader.moveAfter(journal.files().before(position == Long.MAX_VALUE ? position : position + 1));
        reader.poll(
                new RecordHandler() {
                    @Override
                    public void onRow(RowView row) {
                        written[0] = row.ingestTimeNs();
                    }

                    @Override
                    public void onInvalid(RowView record, String reason) {
                        written[0] = record.ingestTimeNs();
                    }
                },
                1);
        return written[0];
    }
}
