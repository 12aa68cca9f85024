package io.tidemark.peers.flink;

import java.nio.ByteBuffer;
import java.util.List;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/**
 * Share of one reader.
 *
 * @param source number of the reader
 */
record EventSplit(int source) implements SourceSplit {
    static final SimpleVersionedSerializer<EventSplit> SERIALIZER = new SimpleVersionedSerializer<>() {
        @Override
        public int getVersion() {
            return 1;
        }

        @Override
        public byte[] serialize(EventSplit split) {
            return ByteBuffer.allocate(Integer.BYTES).putInt(split.source).array();
        }

        @Override
        public EventSplit deserialize(int version, byte[] bytes) {
            return new EventSplit(ByteBuffer.wrap(bytes).getInt());
        }
    };

    @Override
    public String splitId() {
        return String.valueOf(source);
    }

    /** Gives each reader its split. */
    static final class Enumerator implements SplitEnumerator<EventSplit, Void> {
        private final SplitEnumeratorContext<EventSplit> context;

        Enumerator(SplitEnumeratorContext<EventSplit> context) {
            this.context = context;
        }

        @Override
        public void addReader(int reader) {
            context.assignSplit(new EventSplit(reader), reader);
            context.signalNoMoreSplits(reader);
        }

        @Override
        public void start() {
            // Readers ask first.
        }

        @Override
        public void handleSplitRequest(int reader, String host) {
            // Each reader has its split already.
        }

        @Override
        public void addSplitsBack(List<EventSplit> splits, int reader) {
            throw new IllegalStateException("reader " + reader + " failed");
        }

        @Override
        public Void snapshotState(long checkpoint) {
            return null;
        }

        @Override
        public void close() {
            // Nothing is open.
        }
    }
}
