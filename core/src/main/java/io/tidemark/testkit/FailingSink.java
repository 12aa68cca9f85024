package io.tidemark.testkit;

import io.tidemark.journal.JournalSink;
import io.tidemark.journal.JournalWriter;
import io.tidemark.journal.MemoryJournal;
import io.tidemark.row.RowView;
import io.tidemark.row.Schema;

/**
 * A sink whose N-th write fails.
 *
 * @param journal takes the writes before
 * @param failing number of the write that fails, from 0 on
 */
record FailingSink(MemoryJournal journal, long failing) implements JournalSink {
    /** The failure. */
    static final class Failure extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Failure(long write) {
            super("write " + write + " was made to fail");
        }
    }

    @Override
    public String name() {
        return journal.name();
    }

    @Override
    public JournalWriter openWriter(Schema schema) {
        JournalWriter writer = journal.openWriter(schema);
        return new JournalWriter() {
            @Override
            public long lastSequence() {
                return writer.lastSequence();
            }

            @Override
            public void append(RowView row, long sequence) {
                append(row, sequence, 0);
            }

            @Override
            public void append(RowView row, long sequence, int causeSource) {
                if (sequence == failing) {
                    throw new Failure(sequence);
                }
                writer.append(row, sequence, causeSource);
            }

            @Override
            public void close() {
                writer.close();
            }
        };
    }
}
