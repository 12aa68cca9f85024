package io.tidemark.peers.loops;

import io.tidemark.peers.Event;
import io.tidemark.peers.Workload;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** W4: a map of orders, a map of fills, and for each lists of the ids to forget by seconds of event time. */
final class NaiveJoin extends Naive.Loop {
    private static final long SECOND = 1_000;

    private final Result result;
    private final boolean outer;
    private final Map<Long, Order> orders = new HashMap<>();
    private final Map<Long, List<Long>> fills = new HashMap<>();
    private final TreeMap<Long, List<Long>> ordersBySecond = new TreeMap<>();
    private final TreeMap<Long, List<Long>> fillsBySecond = new TreeMap<>();

    NaiveJoin(Result result, boolean outer) {
        this.result = result;
        this.outer = outer;
    }

    @Override
    void onEvent(Event event, long before) {
        if (event.fill) {
            onFill(event);
        } else {
            onOrder(event);
        }
    }

    private void onOrder(Event event) {
        Order order = new Order(event.timeMillis);
        orders.put(event.id, order);
        ordersBySecond
                .computeIfAbsent(event.timeMillis / SECOND, second -> new ArrayList<>())
                .add(event.id);
        List<Long> early = fills.get(event.id);
        if (early != null) {
            for (long fill : early) {
                match(event.id, order, fill);
            }
        }
    }

    private void onFill(Event event) {
        fills.computeIfAbsent(event.id, id -> new ArrayList<>(1)).add(event.timeMillis);
        fillsBySecond
                .computeIfAbsent(event.timeMillis / SECOND, second -> new ArrayList<>())
                .add(event.id);
        Order order = orders.get(event.id);
        if (order != null) {
            match(event.id, order, event.timeMillis);
        }
    }

    private void match(long id, Order order, long fill) {
        if (Workload.matches(order.timeMillis, fill)) {
            order.matched = true;
            result.pair(id, order.timeMillis, fill);
        }
    }

    @Override
    void onWatermark(long watermark) {
        while (over(ordersBySecond, watermark, Workload.WITHIN_MILLIS)) {
            for (Long id : ordersBySecond.pollFirstEntry().getValue()) {
                Order order = orders.remove(id);
                if (outer && !order.matched) {
                    result.alone(id, order.timeMillis);
                }
            }
        }
        while (over(fillsBySecond, watermark, 0)) {
            for (Long id : fillsBySecond.pollFirstEntry().getValue()) {
                fills.remove(id);
            }
        }
    }

    private static boolean over(TreeMap<Long, List<Long>> bySecond, long watermark, long kept) {
        return !bySecond.isEmpty() && (bySecond.firstKey() + 1) * SECOND + kept <= watermark;
    }

    private static final class Order {
        private final long timeMillis;
        private boolean matched;

        Order(long timeMillis) {
            this.timeMillis = timeMillis;
        }
    }
}
