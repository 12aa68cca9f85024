package io.tidemark.benchmarks.latency;

import io.tidemark.journal.JournalSink;
import io.tidemark.journal.JournalWriter;
import io.tidemark.row.RowView;
import io.tidemark.row.Schema;

/**
 * Appends to a journal and takes the delay of each row when that is done.
 *
 * @param journal the journal
 * @param delays takes the delays
 */
record TimedSink(JournalSink journal, Delays delays) implements JournalSink {
    @Override
    public String name() {
        return journal.name();
    }

    @Override
    public JournalWriter openWriter(Schema schema) {
        return new Writer(journal.openWriter(schema), delays);
    }

    private record Writer(JournalWriter writer, Delays delays) implements JournalWriter {
        @Override
        public long lastSequence() {
            return writer.lastSequence();
        }

        @Override
        public long position() {
            return writer.position();
        }

        @Override
        public void append(RowView row, long sequence) {
            append(row, sequence, 0);
        }

        @Override
        public void append(RowView row, long sequence, int causeSource) {
            writer.append(row, sequence, causeSource);
            delays.arrived(row.getLong(Work.SENT));
        }

        @Override
        public boolean hasRoom() {
            return writer.hasRoom();
        }

        @Override
        public void flush() {
            writer.flush();
        }

        @Override
        public void close() {
            writer.close();
        }
    }
}
