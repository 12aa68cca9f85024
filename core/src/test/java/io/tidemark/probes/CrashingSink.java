package io.tidemark.probes;

import io.tidemark.journal.JournalReader;
import io.tidemark.journal.JournalSink;
import io.tidemark.journal.JournalSource;
import io.tidemark.journal.JournalWriter;
import io.tidemark.journal.MemoryJournal;
import io.tidemark.row.RowView;
import io.tidemark.row.Schema;

/** A journal that throws before or after it takes a row, as often as a test wants: the query that writes to it ends there, without a checkpoint. */
final class CrashingSink implements JournalSink, JournalSource {
    private final MemoryJournal journal;
    private long crashAt = Long.MAX_VALUE;
    private boolean taken;
    /** Whether it has no room. */
    volatile boolean full;

    CrashingSink(MemoryJournal journal) {
        this.journal = journal;
    }

    /**
     * Throws once at a row.
     *
     * @param takenBefore whether the row is there then
     */
    void crashAt(long sequence, boolean takenBefore) {
        crashAt = sequence;
        taken = takenBefore;
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
                boolean crash = sequence == crashAt;
                if (!crash || taken) {
                    writer.append(row, sequence, causeSource);
                }
                if (crash) {
                    crashAt = Long.MAX_VALUE;
                    throw new IllegalStateException("crash at row " + sequence);
                }
            }

            @Override
            public long position() {
                return writer.position();
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
