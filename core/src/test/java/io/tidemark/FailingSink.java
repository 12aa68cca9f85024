package io.tidemark;

import io.tidemark.journal.JournalReader;
import io.tidemark.journal.JournalSink;
import io.tidemark.journal.JournalSource;
import io.tidemark.journal.JournalWriter;
import io.tidemark.journal.MemoryJournal;
import io.tidemark.row.RowView;
import io.tidemark.row.Schema;

/** A journal that fails where a test wants it to. */
final class FailingSink implements JournalSink, JournalSource {
    private final MemoryJournal journal;
    private long least = Long.MAX_VALUE;
    boolean full;

    FailingSink(MemoryJournal journal) {
        this.journal = journal;
    }

    /** Fails once the journal holds so many rows. */
    void failAfter(long rows) {
        least = rows;
    }

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
                if (sequence >= least) {
                    throw new IllegalStateException("the sink failed at row " + sequence);
                }
                writer.append(row, sequence, causeSource);
            }

            @Override
            public long position() {
                return writer.lastSequence();
            }

            @Override
            public boolean hasRoom() {
                return !full;
            }

            @Override
            public void close() {
                writer.close();
            }
        };
    }
}
