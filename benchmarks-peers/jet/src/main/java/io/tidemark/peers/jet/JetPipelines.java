package io.tidemark.peers.jet;

import com.hazelcast.jet.Traverser;
import com.hazelcast.jet.Traversers;
import com.hazelcast.jet.aggregate.AggregateOperation;
import com.hazelcast.jet.aggregate.AggregateOperation1;
import com.hazelcast.jet.pipeline.Pipeline;
import com.hazelcast.jet.pipeline.StreamStage;
import com.hazelcast.jet.pipeline.WindowDefinition;
import io.tidemark.peers.Event;
import io.tidemark.peers.OrderState;
import io.tidemark.peers.Pass;
import io.tidemark.peers.Totals;
import io.tidemark.peers.Workload;
import java.util.Arrays;

/** The workloads as pipelines. */
final class JetPipelines {
    private JetPipelines() {}

    static Pipeline of(Pass pass) {
        Pipeline pipeline = Pipeline.create();
        int parallelism = pass.parallelism();
        StreamStage<Event> events = pipeline.readFrom(EventProcessor.source(parallelism))
                .withTimestamps(event -> event.timeMillis, pass.workload().delayMillis())
                .setLocalParallelism(parallelism);
        switch (pass.workload()) {
            case W1 -> tumbling(events, parallelism);
            case W2 -> sliding(events, parallelism);
            case W3 -> dedup(events, parallelism);
            case W4, W4L -> join(events, parallelism, pass.workload().outer());
        }
        return pipeline;
    }

    /** Partitioned before the window: it then aggregates in one stage, which is the faster way for windows of a few events a key. */
    private static void tumbling(StreamStage<Event> events, int parallelism) {
        events.rebalance(event -> event.key)
                .groupingKey(event -> event.key)
                .window(WindowDefinition.tumbling(Workload.WINDOW_MILLIS))
                .aggregate(totals())
                .setLocalParallelism(parallelism)
                .writeTo(ChecksumProcessor.ofGroups(parallelism));
    }

    private static void sliding(StreamStage<Event> events, int parallelism) {
        events.groupingKey(event -> event.key)
                .window(WindowDefinition.sliding(Workload.WINDOW_MILLIS, Workload.SLIDE_MILLIS))
                .aggregate(totals())
                .setLocalParallelism(parallelism)
                .writeTo(ChecksumProcessor.ofGroups(parallelism));
    }

    private static void dedup(StreamStage<Event> events, int parallelism) {
        // The watermark stays 10 s behind, so that an id is kept for that time by a time to live of 1 ms.
        events.groupingKey(event -> event.id)
                .filterStateful(1, () -> new boolean[1], (seen, event) -> {
                    boolean first = !seen[0];
                    seen[0] = true;
                    return first;
                })
                .setLocalParallelism(parallelism)
                .writeTo(ChecksumProcessor.ofEvents(parallelism));
    }

    private static void join(StreamStage<Event> events, int parallelism, boolean outer) {
        events.groupingKey(event -> event.id)
                .<OrderState, long[]>flatMapStateful(
                        Workload.WITHIN_MILLIS + 1,
                        OrderState::new,
                        (state, id, event) -> onEvent(state, event),
                        (state, id, watermark) -> outer && state.unmatched()
                                ? Traversers.singleton(new long[] {id, state.orderMillis, -1})
                                : Traversers.empty())
                .setLocalParallelism(parallelism)
                .writeTo(ChecksumProcessor.ofPairs(parallelism));
    }

    private static Traverser<long[]> onEvent(OrderState state, Event event) {
        if (!event.fill) {
            state.order(event.timeMillis);
            return state.earlyCount == 0 ? Traversers.empty() : early(state, event.id);
        }
        if (!state.ordered) {
            state.keep(event.timeMillis);
            return Traversers.empty();
        }
        return state.match(event.timeMillis)
                ? Traversers.singleton(new long[] {event.id, state.orderMillis, event.timeMillis})
                : Traversers.empty();
    }

    private static Traverser<long[]> early(OrderState state, long id) {
        long[][] pairs = new long[state.earlyCount][];
        int found = 0;
        for (int i = 0; i < state.earlyCount; i++) {
            if (state.match(state.early[i])) {
                pairs[found++] = new long[] {id, state.orderMillis, state.early[i]};
            }
        }
        return Traversers.traverseArray(Arrays.copyOf(pairs, found));
    }

    private static AggregateOperation1<Event, Totals, Totals> totals() {
        return AggregateOperation.withCreate(Totals::new)
                .<Event>andAccumulate((totals, event) -> totals.add(event.amount))
                .andCombine(Totals::merge)
                .andExportFinish(totals -> new Totals().merge(totals));
    }
}
