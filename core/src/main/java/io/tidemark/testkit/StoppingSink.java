package io.tidemark.testkit;

import io.tidemark.journal.JournalReader;
import io.tidemark.journal.JournalSink;
import io.tidemark.journal.JournalSource;
import io.tidemark.journal.JournalWriter;
import io.tidemark.journal.MemoryJournal;
import io.tidemark.row.RowView;
import io.tidemark.row.Schema;

/**
 * An output at whose writing a life of a query can be stopped. It can be read, so that a restart compares what comes out again.
 *
 * @param journal the rows
 * @param kill stops it
 */
record StoppingSink(MemoryJournal journal, KillSwitch kill) implements JournalSink, JournalSource {
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
        return journal.openReader();
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
                kill.writing(sequence);
                writer.append(row, sequence, causeSource);
                kill.written(sequence);
            }

            @Override
            public long position() {
                return writer.position();
            }

            @Override
            public void close() {
                writer.close();
            }
        };
    }
}
