package io.tidemark.benchmarks.throughput;

import io.tidemark.journal.JournalReader;
import io.tidemark.journal.JournalSource;
import io.tidemark.journal.RecordHandler;
import io.tidemark.row.RowKind;
import io.tidemark.row.RowView;
import io.tidemark.row.RowWriter;
import io.tidemark.row.Schema;

/**
 * A source that makes each row when it is read.
 *
 * @param generator makes the rows
 * @param rows number of rows
 */
record GeneratorSource(TradeGenerator generator, long rows) implements JournalSource {
    @Override
    public String name() {
        return "generator";
    }

    @Override
    public Schema schema() {
        return TradeGenerator.SCHEMA;
    }

    @Override
    public boolean recordsIngestTime() {
        return false;
    }

    @Override
    public JournalReader openReader() {
        return new Reader();
    }

    private final class Reader implements JournalReader {
        private final RowWriter row = new RowWriter();
        private long position = NO_POSITION;
        private long last = rows - 1;

        @Override
        public int poll(RecordHandler handler, int limit) {
            int read = 0;
            while (read < limit && position < last) {
                position++;
                read++;
                row.start(TradeGenerator.SCHEMA);
                generator.write(position, row);
                handler.onRow(row.finish().origin(position, RowView.NO_INGEST_TIME, RowKind.INSERT));
            }
            return read;
        }

        @Override
        public void stopAfter(long lastPosition) {
            last = lastPosition;
        }

        @Override
        public long position() {
            return position;
        }

        @Override
        public long endPosition() {
            return rows - 1;
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
