package io.tidemark.engine;

import io.tidemark.journal.JournalSink;
import io.tidemark.journal.JournalWriter;
import io.tidemark.row.RowView;
import io.tidemark.row.Schema;

/**
 * Takes rows and keeps none.
 *
 * @param name name for messages
 */
record NullSink(String name) implements JournalSink {
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
                // Rows of a rebuild are not part of the output.
            }

            @Override
            public void close() {
                // Nothing was opened.
            }
        };
    }
}
