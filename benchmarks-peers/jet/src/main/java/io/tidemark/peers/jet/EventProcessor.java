package io.tidemark.peers.jet;

import com.hazelcast.jet.Traverser;
import com.hazelcast.jet.core.AbstractProcessor;
import com.hazelcast.jet.core.EventTimeMapper;
import com.hazelcast.jet.core.EventTimePolicy;
import com.hazelcast.jet.core.ProcessorMetaSupplier;
import com.hazelcast.jet.pipeline.Sources;
import com.hazelcast.jet.pipeline.StreamSource;
import io.tidemark.peers.Event;
import io.tidemark.peers.Pass;

/** Makes its share of the events, with their timestamps and watermarks, on a cooperative thread. */
final class EventProcessor extends AbstractProcessor {
    private static final int BUDGET = 4_096;

    private final EventTimeMapper<Event> times;
    private Traverser<Object> pending;
    private Pass pass;
    private int source;
    private long place;
    private long share;

    private EventProcessor(EventTimePolicy<? super Event> policy) {
        times = new EventTimeMapper<>(policy);
        times.addPartitions(1);
    }

    static StreamSource<Event> source(int parallelism) {
        return Sources.streamFromProcessorWithWatermarks(
                "events",
                false,
                (EventTimePolicy<? super Event> policy) ->
                        ProcessorMetaSupplier.of(parallelism, () -> new EventProcessor(policy)));
    }

    @Override
    protected void init(Context context) {
        pass = Pass.current();
        source = context.globalProcessorIndex();
        share = pass.eventsPerSource();
    }

    @Override
    public boolean complete() {
        for (int budget = 0; budget < BUDGET; budget++) {
            if (pending != null) {
                if (!emitFromTraverser(pending)) {
                    return false;
                }
                pending = null;
            }
            if (place == share) {
                return true;
            }
            Event event = new Event();
            pass.make(pass.index(place++, source), event);
            pending = times.flatMapEvent(event, 0, EventTimeMapper.NO_NATIVE_TIME);
        }
        return false;
    }
}
