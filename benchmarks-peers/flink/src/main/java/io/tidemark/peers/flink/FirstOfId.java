package io.tidemark.peers.flink;

import io.tidemark.peers.Event;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;

/** W3: a flag for each id, cleared by a timer. The watermark stays 10 s behind, so that the timer is at the event's own time. */
final class FirstOfId extends KeyedProcessFunction<Long, Event, Event> {
    private static final long serialVersionUID = 1;

    private transient ValueState<Boolean> seen;

    @Override
    public void open(OpenContext context) {
        seen = getRuntimeContext().getState(new ValueStateDescriptor<>("seen", Types.BOOLEAN));
    }

    @Override
    public void processElement(Event event, Context context, Collector<Event> out) throws Exception {
        if (seen.value() == null) {
            seen.update(true);
            context.timerService().registerEventTimeTimer(event.timeMillis);
            out.collect(event);
        }
    }

    @Override
    public void onTimer(long timeMillis, OnTimerContext context, Collector<Event> out) {
        seen.clear();
    }
}
