package io.tidemark.benchmarks.throughput;

import io.tidemark.journal.JournalSink;
import io.tidemark.journal.JournalWriter;
import io.tidemark.row.RowView;
import io.tidemark.row.Schema;

/** Adds up all fields of all rows, in any order the same, and stores nothing. */
final class ChecksumSink implements JournalSink, JournalWriter {
    private long rows;
    private long checksum;

    @Override
    public String name() {
        return "checksum";
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
        add(row);
    }

    void add(RowView row) {
        long hash = 0;
        for (int column = 0; column < row.schema().size(); column++) {
            hash = hash * 31 + row.getLong(column);
        }
        checksum += hash;
    }

    long rows() {
        return rows;
    }

    long checksum() {
        return checksum;
    }

    @Override
    public void close() {
        // Nothing is open.
    }
}
