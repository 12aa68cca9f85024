package io.tidemark;

import io.tidemark.journal.JournalSink;
import io.tidemark.journal.JournalWriter;
import io.tidemark.row.RowView;
import io.tidemark.row.Schema;

/**
 * Hands rows to the user's code.
 *
 * @param callback the code
 */
record CallbackSink(RowCallback callback) implements JournalSink {
    @Override
    public String name() {
        return "callback";
    }

    @Override
    public boolean remembers() {
        return false;
    }

    @Override
    public JournalWriter openWriter(Schema schema) {
        return new JournalWriter() {
            @Override
            public long lastSequence() {
                return -1;
            }

            @Override
            public void append(RowView row, long sequence) {
                callback.onRow(row, sequence);
            }

            @Override
            public void close() {
                // Nothing was opened.
            }
        };
    }
}
