package io.tidemark.testkit;

import io.tidemark.journal.JournalReader;
import io.tidemark.journal.JournalSource;
import io.tidemark.journal.RecordHandler;
import io.tidemark.row.Schema;

/**
 * An input at whose reading a life of a query can be stopped.
 *
 * @param journal the rows
 * @param kill stops it
 */
record StoppingSource(JournalSource journal, KillSwitch kill) implements JournalSource {
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
                kill.reading();
                return reader.poll(handler, limit);
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
            public long sequence() {
                return reader.sequence();
            }

            @Override
            public void close() {
                reader.close();
            }
        };
    }
}
