package io.tidemark.peers.spark;

import io.tidemark.peers.Event;
import io.tidemark.peers.Pass;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.UnsafeRow;
import org.apache.spark.sql.connector.read.PartitionReader;

/** Makes the events of a partition, each in the same row. */
final class EventReader implements PartitionReader<InternalRow> {
    private static final int COLUMNS = 4;
    private static final int ROW_BYTES = (COLUMNS + 1) * Long.BYTES;
    private static final long DAY_MICROS = 86_400_000_000L;

    private final Pass pass = Pass.current();
    private final EventPartition partition;
    private final Event event = new Event();
    private final UnsafeRow row = new UnsafeRow(COLUMNS);
    private long next;

    EventReader(EventPartition partition) {
        this.partition = partition;
        next = partition.from();
        row.pointTo(new byte[ROW_BYTES], ROW_BYTES);
    }

    @Override
    public boolean next() {
        if (next == partition.to()) {
            return false;
        }
        if (next == pass.events() / partition.step()) {
            pass.make(0, event);
            row.setLong(0, EventStream.END);
            row.setLong(1, EventStream.END);
            row.setLong(2, (event.timeMillis + pass.events()) * RowChecksum.MICROS_PER_MILLI + DAY_MICROS);
        } else {
            pass.make(partition.first() + next * partition.step(), event);
            row.setLong(0, event.id);
            row.setLong(1, event.key);
            row.setLong(2, event.timeMillis * RowChecksum.MICROS_PER_MILLI);
            row.setDouble(3, event.amount);
        }
        next++;
        return true;
    }

    @Override
    public InternalRow get() {
        return row;
    }

    @Override
    public void close() {
        // Nothing is open.
    }
}
