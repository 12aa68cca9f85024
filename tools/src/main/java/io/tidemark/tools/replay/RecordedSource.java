package io.tidemark.tools.replay;

import io.tidemark.journal.JournalReader;
import io.tidemark.journal.JournalSource;
import io.tidemark.journal.RecordHandler;
import io.tidemark.row.RowView;
import io.tidemark.row.Schema;
import io.tidemark.tools.read.Progress;

/**
 * A recorded journal whose rows before a position are passed over, and whose others come at a pace. Records that are passed over count as read, so that a recorded
 * order can be followed.
 *
 * @param journal the journal
 * @param start position of a record that the reader is moved behind, before anything is read
 * @param from first position of a row that is handed over
 */
public record RecordedSource(JournalSource journal, long start, long from, Pace pace, Counter counter)
        implements JournalSource {
    /** Counts the records of all sources of a replay and shows them. */
    public static final class Counter {
        private final Progress progress;
        private long records;

        /** A counter at 0. */
        public Counter(Progress progress) {
            this.progress = progress;
        }

        void next() {
            progress.at(++records);
        }
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
    public String faultAfter(long position) {
        return journal.faultAfter(position);
    }

    @Override
    public JournalReader openReader() {
        JournalReader reader = journal.openReader();
        if (start != JournalReader.NO_POSITION) {
            reader.moveAfter(start);
        }
        return new Reader(reader);
    }

    private final class Reader implements JournalReader, RecordHandler {
        private final JournalReader reader;
        private RecordHandler target;

        Reader(JournalReader reader) {
            this.reader = reader;
        }

        @Override
        public int poll(RecordHandler handler, int limit) {
            target = handler;
            return reader.poll(this, limit);
        }

        @Override
        public void onRow(RowView row) {
            counter.next();
            if (row.position() >= from) {
                pace.await(row.ingestTimeNs());
                target.onRow(row);
            }
        }

        @Override
        public void onInvalid(RowView record, String reason) {
            counter.next();
            if (record.position() >= from) {
                target.onInvalid(record, reason);
            }
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
