package io.tidemark.engine;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.journal.InvalidRecord;
import io.tidemark.journal.JournalReader;
import io.tidemark.journal.JournalSink;
import io.tidemark.journal.JournalSource;
import io.tidemark.journal.JournalWriter;
import io.tidemark.journal.RecordHandler;
import io.tidemark.row.RowView;
import io.tidemark.row.Schema;

/**
 * An order journal that is repeated and not added to.
 *
 * @param source the journal
 */
record ReplayOrder(JournalSource source) implements JournalSink {
    private static final int BATCH = 1024;

    @Override
    public String name() {
        return source.name();
    }

    @Override
    public JournalWriter openWriter(Schema schema) {
        long last = lastSequence();
        return new JournalWriter() {
            @Override
            public long lastSequence() {
                return last;
            }

            @Override
            public void append(RowView row, long sequence) {
                // A replay does what was recorded; what it does of its own is not part of the history.
            }

            @Override
            public void close() {
                // Nothing was opened.
            }
        };
    }

    private long lastSequence() {
        RecordHandler nothing = new RecordHandler() {
            @Override
            public void onRow(RowView row) {
                // Its sequence is asked for at the end.
            }

            @Override
            public void onInvalid(RowView record, String reason) {
                throw new TidemarkException(
                        ErrorCode.RECORD_CORRUPT,
                        "A record of the order journal " + source.name() + " cannot be read: "
                                + InvalidRecord.sentence(reason),
                        "Restore the journal; without it the order of the query cannot be repeated.");
            }
        };
        try (JournalReader reader = source.openReader()) {
            while (reader.poll(nothing, BATCH) > 0) {
                // Reads to the end.
            }
            return reader.sequence();
        }
    }
}
