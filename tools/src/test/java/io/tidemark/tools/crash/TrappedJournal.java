package io.tidemark.tools.crash;

import io.tidemark.chronicle.ChronicleJournal;
import io.tidemark.journal.JournalReader;
import io.tidemark.journal.JournalSink;
import io.tidemark.journal.JournalSource;
import io.tidemark.journal.JournalWriter;
import io.tidemark.journal.RecordHandler;
import io.tidemark.row.RowView;
import io.tidemark.row.Schema;

/**
 * A journal that a query writes, with places before and after each append, and one before each read.
 *
 * @param places what lies around an append
 */
record TrappedJournal(ChronicleJournal journal, Places places) implements JournalSource, JournalSink {
    /** What lies around an append. */
    interface Places {
        /** Before the append. */
        void before(RowView row, long sequence, int causeSource);

        /** After the append. */
        void after(long sequence);

        /** Before a read. */
        default void beforeRead() {}

        /** After the writer was closed. */
        default void closed() {}
    }

    @Override
    public String name() {
        return journal.name();
    }

    @Override
    public void force() {
        journal.force();
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
    public String faultAfter(long position) {
        return journal.faultAfter(position);
    }

    @Override
    public JournalReader openReader() {
        return new Reader(journal.openReader());
    }

    @Override
    public JournalWriter openWriter(Schema schema) {
        return new Writer(journal.openWriter(schema));
    }

    private final class Writer implements JournalWriter {
        private final JournalWriter writer;

        Writer(JournalWriter writer) {
            this.writer = writer;
        }

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
            places.before(row, sequence, causeSource);
            writer.append(row, sequence, causeSource);
            places.after(sequence);
        }

        @Override
        public long position() {
            return writer.position();
        }

        @Override
        public void flush() {
            writer.flush();
        }

        @Override
        public boolean hasRoom() {
            return writer.hasRoom();
        }

        @Override
        public String repaired() {
            return writer.repaired();
        }

        @Override
        public void close() {
            writer.close();
            places.closed();
        }
    }

    private final class Reader implements JournalReader {
        private final JournalReader reader;

        Reader(JournalReader reader) {
            this.reader = reader;
        }

        @Override
        public int poll(RecordHandler handler, int limit) {
            places.beforeRead();
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
        public long cause() {
            return reader.cause();
        }

        @Override
        public int causeSource() {
            return reader.causeSource();
        }

        @Override
        public void close() {
            reader.close();
        }
    }
}
