package io.tidemark.benchmarks.scaling;

import io.tidemark.journal.JournalReader;
import io.tidemark.journal.JournalSource;
import io.tidemark.journal.RecordHandler;
import io.tidemark.row.RowKind;
import io.tidemark.row.RowView;
import io.tidemark.row.RowWriter;
import io.tidemark.row.Schema;

/** A source that makes each row when it is read, up to a place that is moved on. */
public final class OpenedSource implements JournalSource {
    private final RowPlan plan;
    private long end;

    /** A source of which nothing is to be read yet. */
    public OpenedSource(RowPlan plan) {
        this.plan = plan;
    }

    /** Lets so many more rows be read. */
    public void open(long rows) {
        end += rows;
    }

    @Override
    public String name() {
        return "rows";
    }

    @Override
    public Schema schema() {
        return RowPlan.SCHEMA;
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
        private long last = Long.MAX_VALUE;

        @Override
        public int poll(RecordHandler handler, int limit) {
            int read = (int) Math.min(limit, Math.min(last, end - 1) - position);
            for (int count = 0; count < read; count++) {
                position++;
                row.start(RowPlan.SCHEMA);
                plan.write(position, row);
                handler.onRow(row.finish().origin(position, RowView.NO_INGEST_TIME, RowKind.INSERT));
            }
            return Math.max(read, 0);
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
            return end - 1;
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
