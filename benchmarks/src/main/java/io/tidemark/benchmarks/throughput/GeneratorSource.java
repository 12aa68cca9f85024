package io.tidemark.benchmarks.throughput;

import io.tidemark.journal.JournalReader;
import io.tidemark.journal.JournalSource;
import io.tidemark.journal.RecordHandler;
import io.tidemark.memory.OffHeap;
import io.tidemark.row.RowKind;
import io.tidemark.row.RowView;
import io.tidemark.row.Schema;

/**
 * A source that makes each row when it is read, in the same few bytes of native memory.
 *
 * @param name name of the source
 * @param events makes the rows
 */
record GeneratorSource(String name, EventRows events) implements JournalSource {
    @Override
    public Schema schema() {
        return events.schema();
    }

    @Override
    public boolean recordsIngestTime() {
        return false;
    }

    @Override
    public JournalReader openReader() {
        return new Reader(events);
    }

    private static final class Reader implements JournalReader {
        private final EventRows events;
        private final long row;
        private final RowView view = new RowView();
        private long position = NO_POSITION;
        private long last;

        private Reader(EventRows events) {
            this.events = events;
            last = events.rows() - 1;
            row = OffHeap.allocate(events.schema().fixedBytes());
            view.wrap(events.schema(), row, events.schema().fixedBytes());
        }

        @Override
        public int poll(RecordHandler handler, int limit) {
            long from = position;
            long to = Math.min(last, from + limit);
            for (long n = from + 1; n <= to; n++) {
                position = n;
                events.put(n, row);
                handler.onRow(view.origin(n, RowView.NO_INGEST_TIME, RowKind.INSERT));
            }
            return (int) (to - from);
        }

        @Override
        public void stopAfter(long lastPosition) {
            last = Math.min(lastPosition, events.rows() - 1);
        }

        @Override
        public long position() {
            return position;
        }

        @Override
        public long endPosition() {
            return events.rows() - 1;
        }

        @Override
        public void moveAfter(long newPosition) {
            position = newPosition;
        }

        @Override
        public void close() {
            OffHeap.free(row);
        }
    }
}
