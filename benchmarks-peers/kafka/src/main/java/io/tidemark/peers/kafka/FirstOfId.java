package io.tidemark.peers.kafka;

import io.tidemark.peers.Event;
import io.tidemark.peers.Workload;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;

/** W3: id to time of its first event. */
final class FirstOfId extends ContextualProcessor<Long, Event, Long, Event> {
    private KeyValueStore<Long, Long> times;

    @Override
    public void init(ProcessorContext<Long, Event> context) {
        super.init(context);
        times = context.getStateStore(Topologies.STORE);
        Sweep.schedule(context, this::sweep);
    }

    @Override
    public void process(Record<Long, Event> event) {
        if (event.key() != Topologies.END_KEY && times.putIfAbsent(event.key(), event.timestamp()) == null) {
            context().forward(event);
        }
    }

    private void sweep(long streamMillis) {
        try (KeyValueIterator<Long, Long> entries = times.all()) {
            while (entries.hasNext()) {
                KeyValue<Long, Long> entry = entries.next();
                if (entry.value < streamMillis - Workload.W3.delayMillis()) {
                    times.delete(entry.key);
                }
            }
        }
    }
}
