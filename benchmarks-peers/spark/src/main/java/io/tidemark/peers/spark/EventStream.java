package io.tidemark.peers.spark;

import io.tidemark.peers.Pass;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
import org.apache.spark.sql.connector.read.streaming.MicroBatchStream;
import org.apache.spark.sql.connector.read.streaming.Offset;

/**
 * Batches of the events of a pass. Offsets count events. A batch ends where the clock starts, and a last one has a single row, a day later, that closes
 * everything.
 */
final class EventStream implements MicroBatchStream {
    /** Id and key of the row that closes everything; it is no part of the result. */
    static final long END = Long.MIN_VALUE;

    private static final long EVENTS_PER_BATCH = 1L << 20;

    private final Pass pass = Pass.current();
    private final int first;
    private final int step;
    private long planned;

    EventStream(int first, int step) {
        this.first = first;
        this.step = step;
    }

    @Override
    public Offset initialOffset() {
        return new EventOffset(0);
    }

    @Override
    public Offset latestOffset() {
        long events = pass.events() / step;
        long leadIn = pass.leadIn() / step;
        if (planned >= events) {
            return new EventOffset(events + 1);
        }
        return new EventOffset(Math.min(planned < leadIn ? leadIn : events, planned + EVENTS_PER_BATCH / step));
    }

    @Override
    public Offset deserializeOffset(String json) {
        return new EventOffset(Long.parseLong(json));
    }

    @Override
    public InputPartition[] planInputPartitions(Offset start, Offset end) {
        long from = ((EventOffset) start).events;
        long to = ((EventOffset) end).events;
        planned = Math.max(planned, to);
        if (from * step >= pass.leadIn()) {
            pass.startClock();
        }
        int parts = pass.parallelism();
        InputPartition[] partitions = new InputPartition[parts];
        for (int part = 0; part < parts; part++) {
            partitions[part] = new EventPartition(
                    from + (to - from) * part / parts, from + (to - from) * (part + 1) / parts, first, step);
        }
        return partitions;
    }

    @Override
    public PartitionReaderFactory createReaderFactory() {
        return partition -> new EventReader((EventPartition) partition);
    }

    @Override
    public void commit(Offset end) {
        // Events can be made again at any time.
    }

    @Override
    public void stop() {
        // Nothing is open.
    }

    private static final class EventOffset extends Offset {
        private final long events;

        EventOffset(long events) {
            this.events = events;
        }

        @Override
        public String json() {
            return Long.toString(events);
        }
    }
}
