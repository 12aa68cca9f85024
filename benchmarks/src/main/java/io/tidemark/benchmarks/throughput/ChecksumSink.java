package io.tidemark.benchmarks.throughput;

import io.tidemark.journal.JournalSink;
import io.tidemark.journal.JournalWriter;
import io.tidemark.row.RowView;
import io.tidemark.row.Schema;

/**
 * Adds up all rows and stores none.
 *
 * @param checksum takes the rows
 */
record ChecksumSink(Checksum checksum) implements JournalSink {
    @Override
    public String name() {
        return "checksum";
    }

    @Override
    public JournalWriter openWriter(Schema schema) {
        return new Writer(checksum);
    }

    private record Writer(Checksum checksum) implements JournalWriter {
        @Override
        public long lastSequence() {
            return -1;
        }

        @Override
        public void append(RowView row, long sequence) {
            checksum.add(row.address(), row.length());
        }

        @Override
        public void close() {
            // Nothing is open.
        }
    }
}
