package io.tidemark.testkit;

import io.tidemark.journal.JournalSink;
import io.tidemark.journal.JournalWriter;
import io.tidemark.row.RowView;
import io.tidemark.row.Schema;

/** Takes rows and keeps none. */
final class CountingSink implements JournalSink, JournalWriter {
    private long rows;

    long rows() {
        return rows;
    }

    @Override
    public String name() {
        return "counting";
    }

    @Override
    public JournalWriter openWriter(Schema schema) {
        return this;
    }

    @Override
    public long lastSequence() {
        return -1;
    }

    @Override
    public void append(RowView row, long sequence) {
        rows++;
    }

    @Override
    public void close() {
        // Nothing is open.
    }
}
