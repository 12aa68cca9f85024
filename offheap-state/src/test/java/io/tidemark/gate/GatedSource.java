package io.tidemark.gate;

import io.tidemark.journal.JournalReader;
import io.tidemark.journal.JournalSource;
import io.tidemark.journal.MemoryJournal;
import io.tidemark.journal.RecordHandler;
import io.tidemark.row.Schema;

/** A journal in memory of which only so many rows are to be seen; a test opens the gate further and nothing is allocated for it. */
final class GatedSource implements JournalSource {
    private final MemoryJournal journal;
    private long open;

    GatedSource(MemoryJournal journal) {
        this.journal = journal;
    }

    void open(long rows) {
        open = rows;
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
        JournalReader reader = journal.openReader();
        return new JournalReader() {
            @Override
            public int poll(RecordHandler handler, int limit) {
                return reader.poll(handler, (int) Math.min(limit, open - 1 - reader.position()));
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
                return open - 1;
            }

            @Override
            public void moveAfter(long position) {
                reader.moveAfter(position);
            }

            @Override
            public void close() {
                reader.close();
            }
        };
    }
}
