package io.tidemark.peers.flink;

import io.tidemark.peers.Event;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/** One split a reader: the share of the events that the reader's own number gives it. */
final class EventSource implements Source<Event, EventSplit, Void> {
    private static final long serialVersionUID = 1;

    @Override
    public Boundedness getBoundedness() {
        return Boundedness.BOUNDED;
    }

    @Override
    public SourceReader<Event, EventSplit> createReader(SourceReaderContext context) {
        return new EventReader(context.getIndexOfSubtask());
    }

    @Override
    public SplitEnumerator<EventSplit, Void> createEnumerator(SplitEnumeratorContext<EventSplit> context) {
        return new EventSplit.Enumerator(context);
    }

    @Override
    public SplitEnumerator<EventSplit, Void> restoreEnumerator(
            SplitEnumeratorContext<EventSplit> context, Void checkpoint) {
        return createEnumerator(context);
    }

    @Override
    public SimpleVersionedSerializer<EventSplit> getSplitSerializer() {
        return EventSplit.SERIALIZER;
    }

    @Override
    public SimpleVersionedSerializer<Void> getEnumeratorCheckpointSerializer() {
        return new NoState();
    }

    /** Flink asks for it at the start; there are no checkpoints. */
    private static final class NoState implements SimpleVersionedSerializer<Void> {
        @Override
        public int getVersion() {
            return 1;
        }

        @Override
        public byte[] serialize(Void state) {
            return new byte[0];
        }

        @Override
        public Void deserialize(int version, byte[] bytes) {
            return null;
        }
    }
}
