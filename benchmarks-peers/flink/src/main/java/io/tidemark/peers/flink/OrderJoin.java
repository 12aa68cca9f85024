package io.tidemark.peers.flink;

import io.tidemark.peers.Event;
import io.tidemark.peers.OrderState;
import io.tidemark.peers.Workload;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.streaming.api.functions.co.KeyedCoProcessFunction;
import org.apache.flink.util.Collector;

/** W4 by hand: one state an id and one timer an event. The built-in interval join is slower and has no outer form. */
final class OrderJoin extends KeyedCoProcessFunction<Long, Event, Event, OrderPair> {
    private static final long serialVersionUID = 1;

    private final boolean outer;
    private transient ValueState<OrderState> states;
    private transient OrderPair pair;

    OrderJoin(boolean outer) {
        this.outer = outer;
    }

    @Override
    public void open(OpenContext context) {
        states = getRuntimeContext().getState(new ValueStateDescriptor<>("order", OrderState.class));
        pair = new OrderPair();
    }

    @Override
    public void processElement1(Event order, Context context, Collector<OrderPair> out) throws Exception {
        OrderState state = state();
        state.order(order.timeMillis);
        for (int i = 0; i < state.earlyCount; i++) {
            match(state, order.id, state.early[i], out);
        }
        states.update(state);
        context.timerService().registerEventTimeTimer(order.timeMillis + Workload.WITHIN_MILLIS);
    }

    @Override
    public void processElement2(Event fill, Context context, Collector<OrderPair> out) throws Exception {
        OrderState state = state();
        if (state.ordered) {
            match(state, fill.id, fill.timeMillis, out);
        } else {
            state.keep(fill.timeMillis);
            context.timerService().registerEventTimeTimer(fill.timeMillis);
        }
        states.update(state);
    }

    private OrderState state() throws Exception {
        OrderState state = states.value();
        return state == null ? new OrderState() : state;
    }

    private void match(OrderState state, long id, long fillMillis, Collector<OrderPair> out) {
        if (state.match(fillMillis)) {
            out.collect(pair.set(id, state.orderMillis, fillMillis));
        }
    }

    @Override
    public void onTimer(long timeMillis, OnTimerContext context, Collector<OrderPair> out) throws Exception {
        OrderState state = states.value();
        if (state == null || state.ordered && timeMillis < state.orderMillis + Workload.WITHIN_MILLIS) {
            return;
        }
        if (outer && state.unmatched()) {
            out.collect(pair.set(context.getCurrentKey(), state.orderMillis, -1));
        }
        states.clear();
    }
}
