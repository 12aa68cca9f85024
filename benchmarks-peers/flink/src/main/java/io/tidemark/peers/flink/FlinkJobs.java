package io.tidemark.peers.flink;

import io.tidemark.peers.Event;
import io.tidemark.peers.Pass;
import io.tidemark.peers.Totals;
import io.tidemark.peers.Workload;
import java.time.Duration;
import org.apache.flink.api.common.functions.AggregateFunction;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.DataStreamUtils;
import org.apache.flink.streaming.api.datastream.KeyedStream;
import org.apache.flink.streaming.api.functions.windowing.WindowFunction;
import org.apache.flink.streaming.api.windowing.assigners.SlidingEventTimeWindows;
import org.apache.flink.streaming.api.windowing.assigners.TumblingEventTimeWindows;
import org.apache.flink.streaming.api.windowing.assigners.WindowAssigner;
import org.apache.flink.streaming.api.windowing.windows.TimeWindow;
import org.apache.flink.util.Collector;

/** The workloads as jobs. */
final class FlinkJobs {
    private static final Duration WINDOW = Duration.ofMillis(Workload.WINDOW_MILLIS);

    private FlinkJobs() {}

    static void add(Pass pass, DataStream<Event> events) {
        switch (pass.workload()) {
            case W1 -> windows(pass, events, TumblingEventTimeWindows.of(WINDOW));
            case W2 ->
                windows(pass, events, SlidingEventTimeWindows.of(WINDOW, Duration.ofMillis(Workload.SLIDE_MILLIS)));
            case W3 ->
                keyed(pass, events, event -> event.id)
                        .process(new FirstOfId())
                        .returns(EventType.INSTANCE)
                        .sinkTo(ChecksumSink.ofEvents());
            case W4, W4L -> join(pass, events);
        }
    }

    private static void windows(Pass pass, DataStream<Event> events, WindowAssigner<Object, TimeWindow> windows) {
        keyed(pass, events, event -> event.key)
                .window(windows)
                .aggregate(
                        new Aggregate(),
                        new ToGroup(),
                        TypeInformation.of(Totals.class),
                        TypeInformation.of(Group.class))
                .sinkTo(ChecksumSink.ofGroups());
    }

    private static void join(Pass pass, DataStream<Event> events) {
        KeyedStream<Event, Long> orders = events.filter(event -> !event.fill).keyBy(event -> event.id, Types.LONG);
        KeyedStream<Event, Long> fills = events.filter(event -> event.fill).keyBy(event -> event.id, Types.LONG);
        orders.connect(fills)
                .process(new OrderJoin(pass.workload().outer()))
                .returns(TypeInformation.of(OrderPair.class))
                .sinkTo(ChecksumSink.ofPairs());
    }

    /** Without an exchange where there is one thread: the expert's way to chain a keyed operator to its source. */
    private static KeyedStream<Event, Long> keyed(Pass pass, DataStream<Event> events, KeySelector<Event, Long> key) {
        return pass.parallelism() == 1
                ? DataStreamUtils.reinterpretAsKeyedStream(events, key, Types.LONG)
                : events.keyBy(key, Types.LONG);
    }

    /** A complete group. */
    public static final class Group {
        /** Key. */
        public long key;
        /** Start of the window. */
        public long startMillis;
        /** Its aggregates. */
        public Totals totals;

        /** An empty group. */
        public Group() {}
    }

    private static final class Aggregate implements AggregateFunction<Event, Totals, Totals> {
        private static final long serialVersionUID = 1;

        @Override
        public Totals createAccumulator() {
            return new Totals();
        }

        @Override
        public Totals add(Event event, Totals totals) {
            return totals.add(event.amount);
        }

        @Override
        public Totals getResult(Totals totals) {
            return totals;
        }

        @Override
        public Totals merge(Totals left, Totals right) {
            return left.merge(right);
        }
    }

    private static final class ToGroup implements WindowFunction<Totals, Group, Long, TimeWindow> {
        private static final long serialVersionUID = 1;

        private transient Group group;

        @Override
        public void apply(Long key, TimeWindow window, Iterable<Totals> totals, Collector<Group> out) {
            if (group == null) {
                group = new Group();
            }
            group.key = key;
            group.startMillis = window.getStart();
            group.totals = totals.iterator().next();
            out.collect(group);
        }
    }
}
