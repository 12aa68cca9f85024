package io.tidemark.benchmarks.plan;

import io.tidemark.journal.JournalReader;
import io.tidemark.journal.JournalSource;
import io.tidemark.journal.RecordHandler;
import io.tidemark.memory.OffHeap;
import io.tidemark.row.RowKind;
import io.tidemark.row.RowView;
import io.tidemark.row.RowWriter;
import io.tidemark.row.Schema;

/** The same rows over and over: {@code a, b, c} not null, made once in native memory. */
final class LoopSource implements JournalSource {
    static final Schema SCHEMA = Schema.parse("a long not null, b long not null, c long not null");
    static final int ROWS = 1_024;

    private final long base;
    private final int rowBytes;

    LoopSource() {
        try (RowWriter row = new RowWriter()) {
            rowBytes = SCHEMA.fixedBytes();
            base = OffHeap.allocate((long) ROWS * rowBytes);
            for (int i = 0; i < ROWS; i++) {
                row.start(SCHEMA);
                row.setLong(0, i * 37L % 211);
                row.setLong(1, i * 91L % 173);
                row.setLong(2, i * 53L % 97);
                OffHeap.copy(row.finish().address(), address(i), rowBytes);
            }
        }
    }

    long address(int row) {
        return base + (long) row * rowBytes;
    }

    @Override
    public String name() {
        return "loop";
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

    private final class Reader implements JournalReader {
        private final RowView view = new RowView();
        private long position = NO_POSITION;

        @Override
        public int poll(RecordHandler handler, int limit) {
            for (int i = 0; i < ROWS; i++) {
                position++;
                handler.onRow(view.wrap(SCHEMA, address(i), rowBytes)
                        .origin(position, RowView.NO_INGEST_TIME, RowKind.INSERT));
            }
            return ROWS;
        }

        @Override
        public void stopAfter(long lastPosition) {
            throw new UnsupportedOperationException("the rows never end");
        }

        @Override
        public long position() {
            return position;
        }

        @Override
        public long endPosition() {
            return Long.MAX_VALUE;
        }

        @Override
        public void moveAfter(long newPosition) {
            position = newPosition;
        }

        @Override
        public void close() {
            // The rows stay for the next reader.
        }
    }
}
