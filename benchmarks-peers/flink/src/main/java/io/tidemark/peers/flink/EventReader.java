package io.tidemark.peers.flink;

import io.tidemark.peers.Event;
import io.tidemark.peers.Pass;
import io.tidemark.peers.Workload;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.core.io.InputStatus;

/** Makes the events of its share. */
final class EventReader implements SourceReader<Event, EventSplit> {
    private static final CompletableFuture<Void> AVAILABLE = CompletableFuture.completedFuture(null);
    private static final int EVENTS_PER_POLL = 64;

    private final Pass pass = Pass.current();
    private final long share = pass.eventsPerSource();
    private final boolean reusable = pass.workload() != Workload.W4 && pass.workload() != Workload.W4L;
    private final int source;
    private Event event = new Event();
    private boolean ready;
    private long place;

    EventReader(int source) {
        this.source = source;
    }

    @Override
    public InputStatus pollNext(ReaderOutput<Event> out) {
        if (!ready) {
            return InputStatus.NOTHING_AVAILABLE;
        }
        for (int i = 0; i < EVENTS_PER_POLL; i++) {
            if (place == share) {
                return InputStatus.END_OF_INPUT;
            }
            if (!reusable) {
                event = new Event();
            }
            pass.make(pass.index(place++, source), event);
            out.collect(event, event.timeMillis);
        }
        return InputStatus.MORE_AVAILABLE;
    }

    @Override
    public void addSplits(List<EventSplit> splits) {
        ready = true;
    }

    @Override
    public CompletableFuture<Void> isAvailable() {
        return AVAILABLE;
    }

    @Override
    public List<EventSplit> snapshotState(long checkpoint) {
        return List.of();
    }

    @Override
    public void start() {
        // Waits for its split.
    }

    @Override
    public void notifyNoMoreSplits() {
        // There is one.
    }

    @Override
    public void close() {
        // Nothing is open.
    }
}
