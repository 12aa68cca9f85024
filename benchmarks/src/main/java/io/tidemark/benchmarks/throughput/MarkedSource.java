package io.tidemark.benchmarks.throughput;

import io.tidemark.journal.JournalReader;
import io.tidemark.journal.JournalSource;
import io.tidemark.journal.RecordHandler;
import io.tidemark.row.Schema;

/**
 * A source that tells a meter when the warm-up is over: at the first poll after so many records. One compare per poll, nothing per row.
 *
 * @param source what is read
 * @param warmUp number of records that count as warm-up
 * @param meter told once
 */
record MarkedSource(JournalSource source, long warmUp, Meter meter) implements JournalSource {
    @Override
    public String name() {
        return source.name();
    }

    @Override
    public Schema schema() {
        return source.schema();
    }

    @Override
    public boolean recordsIngestTime() {
        return source.recordsIngestTime();
    }

    @Override
    public String faultAfter(long position) {
        return source.faultAfter(position);
    }

    @Override
    public void force() {
        source.force();
    }

    @Override
    public JournalReader openReader() {
        return new Reader(source.openReader(), warmUp, meter);
    }

    private static final class Reader implements JournalReader {
        private final JournalReader reader;
        private final Meter meter;
        private long untilWarm;

        private Reader(JournalReader reader, long warmUp, Meter meter) {
            this.reader = reader;
            this.meter = meter;
            untilWarm = warmUp;
        }

        @Override
        public int poll(RecordHandler handler, int limit) {
            if (untilWarm <= 0) {
                untilWarm = Long.MAX_VALUE;
                meter.begin();
            }
            int read = reader.poll(handler, limit);
            untilWarm -= read;
            return read;
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
