package io.tidemark.peers.flink;

import io.tidemark.peers.Checksums;
import io.tidemark.peers.Event;
import io.tidemark.peers.Pass;
import java.io.Serializable;
import java.util.function.ToLongFunction;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.WriterInitContext;

/**
 * Adds up the checksums of what comes out.
 *
 * @param <T> rows
 * @param checksumOf checksum of a row
 */
record ChecksumSink<T>(Row<T> checksumOf) implements Sink<T> {
    static ChecksumSink<FlinkJobs.Group> ofGroups() {
        return new ChecksumSink<>(group -> group.totals.checksum(group.key, group.startMillis));
    }

    static ChecksumSink<Event> ofEvents() {
        return new ChecksumSink<>(event -> Checksums.event(event.id, event.key, event.timeMillis, event.amount));
    }

    static ChecksumSink<OrderPair> ofPairs() {
        return new ChecksumSink<>(pair -> Checksums.pair(pair.id, pair.orderMillis, pair.fillMillis));
    }

    @Override
    public SinkWriter<T> createWriter(WriterInitContext context) {
        return new Writer<>(checksumOf);
    }

    /** A function that Flink can send to where it runs. */
    @FunctionalInterface
    interface Row<T> extends ToLongFunction<T>, Serializable {}

    private static final class Writer<T> implements SinkWriter<T> {
        private final Row<T> checksumOf;
        private long rows;
        private long checksum;

        Writer(Row<T> checksumOf) {
            this.checksumOf = checksumOf;
        }

        @Override
        public void write(T row, Context context) {
            rows++;
            checksum += checksumOf.applyAsLong(row);
        }

        @Override
        public void flush(boolean endOfInput) {
            // Nothing is held back.
        }

        @Override
        public void close() {
            Pass.current().add(rows, checksum);
        }
    }
}
