package io.tidemark.peers.kafka;

import io.tidemark.peers.Event;
import io.tidemark.peers.OrderState;
import io.tidemark.peers.Workload;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;

/** W4 by hand: one state an id. The built-in join takes many times as long over its window stores. */
final class OrderJoin extends ContextualProcessor<Long, Event, Long, long[]> {
    private final long delayMillis;
    private final boolean outer;
    private KeyValueStore<Long, OrderState> states;

    OrderJoin(Workload workload) {
        delayMillis = workload.delayMillis();
        outer = workload.outer();
    }

    @Override
    public void init(ProcessorContext<Long, long[]> context) {
        super.init(context);
        states = context.getStateStore(Topologies.STORE);
        Sweep.schedule(context, this::sweep);
    }

    @Override
    public void process(Record<Long, Event> event) {
        long id = event.key();
        if (id == Topologies.END_KEY) {
            return;
        }
        OrderState state = states.get(id);
        if (state == null) {
            state = new OrderState();
        }
        if (!event.value().fill) {
            state.order(event.timestamp());
            for (int i = 0; i < state.earlyCount; i++) {
                match(id, state, state.early[i]);
            }
        } else if (state.ordered) {
            match(id, state, event.timestamp());
        } else {
            state.keep(event.timestamp());
        }
        states.put(id, state);
    }

    private void match(long id, OrderState state, long fillMillis) {
        if (state.match(fillMillis)) {
            forward(id, state.orderMillis, fillMillis);
        }
    }

    private void forward(long id, long orderMillis, long fillMillis) {
        context().forward(new Record<>(id, new long[] {orderMillis, fillMillis}, orderMillis));
    }

    private void sweep(long streamMillis) {
        long watermark = streamMillis - delayMillis;
        try (KeyValueIterator<Long, OrderState> entries = states.all()) {
            while (entries.hasNext()) {
                KeyValue<Long, OrderState> entry = entries.next();
                if (isOver(entry.value, watermark)) {
                    if (outer && entry.value.unmatched()) {
                        forward(entry.key, entry.value.orderMillis, -1);
                    }
                    states.delete(entry.key);
                }
            }
        }
    }

    private static boolean isOver(OrderState state, long watermark) {
        return state.ordered
                ? state.orderMillis + Workload.WITHIN_MILLIS < watermark
                : state.early[state.earlyCount - 1] < watermark;
    }
}
