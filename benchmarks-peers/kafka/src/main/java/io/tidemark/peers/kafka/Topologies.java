package io.tidemark.peers.kafka;

import io.tidemark.peers.Checksums;
import io.tidemark.peers.Event;
import io.tidemark.peers.Totals;
import io.tidemark.peers.Workload;
import java.time.Duration;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.EmitStrategy;
import org.apache.kafka.streams.kstream.Grouped;
import org.apache.kafka.streams.kstream.KStream;
import org.apache.kafka.streams.kstream.Materialized;
import org.apache.kafka.streams.kstream.TimeWindows;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;
import org.apache.kafka.streams.state.WindowStore;

/** The workloads as topologies. */
final class Topologies {
    static final String INPUT = "events";
    static final String STORE = "state";
    /** Key of the record that moves stream time at the end; it is no part of the result. */
    static final long END_KEY = Long.MIN_VALUE;

    private static final Serde<Long> LONG = org.apache.kafka.common.serialization.Serdes.Long();

    private Topologies() {}

    static Topology of(Workload workload, Result result) {
        StreamsBuilder builder = new StreamsBuilder();
        KStream<Long, Event> events = builder.stream(INPUT, Consumed.with(LONG, Serdes.EVENT));
        switch (workload) {
            case W1, W2 -> windows(events, workload, result);
            case W3 -> {
                builder.addStateStore(store(LONG));
                events.process(FirstOfId::new, STORE)
                        .foreach((id, event) ->
                                result.add(Checksums.event(event.id, event.key, event.timeMillis, event.amount)));
            }
            case W4, W4L -> {
                builder.addStateStore(store(Serdes.ORDER_STATE));
                events.process(() -> new OrderJoin(workload), STORE)
                        .foreach((id, pair) -> result.add(Checksums.pair(id, pair[0], pair[1])));
            }
        }
        return builder.build();
    }

    private static void windows(KStream<Long, Event> events, Workload workload, Result result) {
        TimeWindows windows = TimeWindows.ofSizeAndGrace(
                Duration.ofMillis(Workload.WINDOW_MILLIS), Duration.ofMillis(workload.delayMillis()));
        if (workload == Workload.W2) {
            windows = windows.advanceBy(Duration.ofMillis(Workload.SLIDE_MILLIS));
        }
        events.groupByKey(Grouped.with(LONG, Serdes.EVENT))
                .windowedBy(windows)
                .emitStrategy(EmitStrategy.onWindowClose())
                .aggregate(
                        Totals::new,
                        (key, event, totals) -> totals.add(event.amount),
                        Materialized.<Long, Totals, WindowStore<Bytes, byte[]>>as(STORE)
                                .withKeySerde(LONG)
                                .withValueSerde(Serdes.TOTALS)
                                .withRetention(Duration.ofMinutes(5))
                                .withLoggingDisabled()
                                .withCachingDisabled())
                .toStream()
                .foreach((key, totals) ->
                        result.add(totals.checksum(key.key(), key.window().start())));
    }

    /** A window store keeps a segment for each millisecond and looks into all in range; a store by id alone is faster here. */
    private static <T> StoreBuilder<KeyValueStore<Long, T>> store(Serde<T> values) {
        return Stores.keyValueStoreBuilder(Stores.inMemoryKeyValueStore(STORE), LONG, values)
                .withLoggingDisabled()
                .withCachingDisabled();
    }
}
