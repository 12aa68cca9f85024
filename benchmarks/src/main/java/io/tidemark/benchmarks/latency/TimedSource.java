package io.tidemark.benchmarks.latency;

import io.tidemark.journal.JournalReader;
import io.tidemark.journal.JournalSource;
import io.tidemark.journal.RecordHandler;
import io.tidemark.row.RowView;
import io.tidemark.row.Schema;

/**
 * Reads a journal and takes the delay of each row when the query has taken it.
 *
 * @param journal the journal
 * @param delays takes the delays
 */
record TimedSource(JournalSource journal, Delays delays) implements JournalSource {
    @Override
    public String name() {
        return journal.name();
    }

    @Override
    public Schema schema() {
        return journal.schema();
    }

    @Override
    public boolean recordsIngestTime() {
        return journal.recordsIngestTime();
    }

    @Override
    public JournalReader openReader() {
        return new Reader(journal.openReader(), delays);
    }

    private static final class Reader implements JournalReader, RecordHandler {
        private final JournalReader reader;
        private final Delays delays;
        private RecordHandler handler;

        Reader(JournalReader reader, Delays delays) {
            this.reader = reader;
            this.delays = delays;
        }

        @Override
        public int poll(RecordHandler newHandler, int limit) {
            handler = newHandler;
            return reader.poll(this, limit);
        }

        @Override
        public void onRow(RowView row) {
            long sent = row.getLong(PacedRows.SENT);
            handler.onRow(row);
            delays.arrived(sent);
        }

        @Override
        public void onInvalid(RowView record, String reason) {
            handler.onInvalid(record, reason);
        }

        @Override
        public void stopAfter(long position) {
            reader.stopAfter(position);
        }

        @Override
        public long position() {
            return reader.position();
        }

        @Override
        public long endPosition() {
            return reader.endPosition();
        }

        @Override
        public void moveAfter(long position) {
            reader.moveAfter(position);
        }

        @Override
        public void close() {
            reader.close();
        }
    }
}
