package io.tidemark.peers.tidemark;

import io.tidemark.journal.JournalReader;
import io.tidemark.journal.JournalSource;
import io.tidemark.journal.RecordHandler;
import io.tidemark.peers.Event;
import io.tidemark.peers.Pass;
import io.tidemark.row.RowKind;
import io.tidemark.row.RowView;
import io.tidemark.row.RowWriter;
import io.tidemark.row.Schema;

/**
 * Events of a pass as rows, each made when it is read. A position is the number of rows before it.
 *
 * @param name name of the journal
 * @param pass what is made
 * @param first index of the first event
 * @param step distance of the indexes of two events
 */
record EventSource(String name, Pass pass, int first, int step) implements JournalSource {
    static final int TIME = 0;
    static final int ID = 1;
    static final int KEY = 2;
    static final int AMOUNT = 3;
    static final Schema SCHEMA =
            Schema.parse("ts timestamp not null, id long not null, k long not null, amount double not null");

    static EventSource all(Pass pass) {
        return new EventSource("all", pass, 0, 1);
    }

    static EventSource orders(Pass pass) {
        return new EventSource("orders", pass, 0, 2);
    }

    static EventSource fills(Pass pass) {
        return new EventSource("fills", pass, 1, 2);
    }

    @Override
    public Schema schema() {
        return SCHEMA;
    }

    @Override
    public boolean recordsIngestTime() {
        return false;
    }

    @Override
    public JournalReader openReader() {
        return new Reader();
    }

    private long rows() {
        return pass.events() / step;
    }

    private final class Reader implements JournalReader {
        private final RowWriter row = new RowWriter();
        private final Event event = new Event();
        private long position = NO_POSITION;
        private long last = rows() - 1;

        @Override
        public int poll(RecordHandler handler, int limit) {
            int read = 0;
            while (read < limit && position < last) {
                position++;
                read++;
                pass.make(first + position * step, event);
                row.start(SCHEMA);
                row.setLong(TIME, event.timeMillis * 1_000_000);
                row.setLong(ID, event.id);
                row.setLong(KEY, event.key);
                row.setDouble(AMOUNT, event.amount);
                handler.onRow(row.finish().origin(position, RowView.NO_INGEST_TIME, RowKind.INSERT));
            }
            return read;
        }

        @Override
        public void stopAfter(long lastPosition) {
            last = Math.min(lastPosition, rows() - 1);
        }

        @Override
        public long position() {
            return position;
        }

        @Override
        public long endPosition() {
            return rows() - 1;
        }

        @Override
        public void moveAfter(long newPosition) {
            position = newPosition;
        }

        @Override
        public void close() {
            row.close();
        }
    }
}
