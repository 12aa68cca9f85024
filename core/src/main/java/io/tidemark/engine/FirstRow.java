package io.tidemark.engine;

import io.tidemark.journal.JournalReader;
import io.tidemark.journal.JournalSource;
import io.tidemark.journal.RecordHandler;
import io.tidemark.row.RowView;

/** Looks at the first row of a source. */
final class FirstRow implements RecordHandler {
    private String identity;

    private FirstRow() {}

    /** Position and checksum of the first row, or null when there is none. */
    static String of(JournalSource source) {
        FirstRow first = new FirstRow();
        try (JournalReader reader = source.openReader()) {
            while (first.identity == null && reader.poll(first, 1) > 0) {
                // Records that cannot be decoded come before it.
            }
        }
        return first.identity;
    }

    @Override
    public void onRow(RowView row) {
        if (identity == null) {
            identity = QueryHome.identity(row);
        }
    }

    @Override
    public void onInvalid(RowView record, String reason) {
        // Not a row.
    }
}
