package io.tidemark.benchmarks.throughput;

import io.tidemark.row.RowView;
import java.util.HashMap;
import java.util.Map;

/** W6: orders that were not seen before, joined with their fills, amounts of these in windows of a minute; all over {@code HashMap} and {@code HashSet}. */
final class ChainLoop extends HandLoop {
    private final long keys;
    private final SeenIds seen = new SeenIds();
    private final Map<Long, Order> orders = new HashMap<>();
    private final Map<Long, Fill> fills = new HashMap<>();
    private final ExpiryLists<Long> orderExpiry = new ExpiryLists<>();
    private final ExpiryLists<Long> fillExpiry = new ExpiryLists<>();
    private final KeyedWindows windows;
    private long lastOrder = Long.MIN_VALUE;
    private long lastFill = Long.MIN_VALUE;
    private long watermark = Long.MIN_VALUE;
    private long nextExpiry = Long.MIN_VALUE;

    ChainLoop(LoopOutput out, long keys) {
        super(out);
        this.keys = keys;
        windows = new KeyedWindows(out);
    }

    @Override
    void events(long from, long to) {
        for (long n = from >> 1; n < to >> 1; n++) {
            long order = Events.original(n, EventRows.RepeatedOrders.WITHIN);
            long random = Events.random(order);
            order(order, Events.key(random, keys), Events.milliTime(2 * order, random));
            random = Events.fillRandom(n);
            fill(Events.filled(n, random), Events.milliTime(2 * n + 1, random), Events.amount(random));
        }
    }

    @Override
    void row(int source, RowView row) {
        if (source == 0) {
            order(row.getLong(EventRows.ID), row.getLong(EventRows.KEY), row.getLong(EventRows.TIME));
        } else {
            fill(row.getLong(EventRows.ID), row.getLong(EventRows.TIME), row.getDouble(EventRows.AMOUNT));
        }
    }

    private void order(long id, long key, long timeNs) {
        if (seen.isFirst(id, timeNs) && timeNs >= watermark) {
            Long boxed = id;
            Order order = new Order(key, timeNs);
            orders.put(boxed, order);
            orderExpiry.add(timeNs, boxed);
            for (Fill fill = fills.get(boxed); fill != null; fill = fill.next) {
                match(order, fill);
            }
        }
        if (timeNs > lastOrder) {
            lastOrder = timeNs;
            advance();
        }
    }

    private void fill(long id, long timeNs, double amount) {
        if (timeNs < watermark) {
            return;
        }
        Long boxed = id;
        Fill fill = new Fill(timeNs, amount);
        fill.next = fills.put(boxed, fill);
        fillExpiry.add(timeNs, boxed);
        Order order = orders.get(boxed);
        if (order != null) {
            match(order, fill);
        }
        if (timeNs > lastFill) {
            lastFill = timeNs;
            advance();
        }
    }

    private void match(Order order, Fill fill) {
        long after = fill.timeNs - order.timeNs;
        if (after >= 0 && after <= JoinLoop.WITHIN_NS) {
            windows.add(fill.timeNs, order.key, fill.amount);
        }
    }

    private void advance() {
        long least = Math.min(lastOrder, lastFill);
        if (least == Long.MIN_VALUE) {
            return;
        }
        watermark = least - DELAY_NS;
        windows.advance(watermark);
        if (nextExpiry <= watermark) {
            expire(watermark);
        }
    }

    private void expire(long upTo) {
        while (!orderExpiry.isEmpty() && orderExpiry.firstEndNs() + JoinLoop.WITHIN_NS <= upTo) {
            orderExpiry.firstSecond().forEach(orders::remove);
            orderExpiry.forget();
        }
        while (!fillExpiry.isEmpty() && fillExpiry.firstEndNs() <= upTo) {
            fillExpiry.firstSecond().forEach(fills::remove);
            fillExpiry.forget();
        }
        nextExpiry = Math.min(orderExpiry.firstEndNs() + JoinLoop.WITHIN_NS, fillExpiry.firstEndNs());
    }

    @Override
    void finish() {
        windows.close(Long.MAX_VALUE);
    }

    private static final class Order {
        private final long key;
        private final long timeNs;

        private Order(long key, long timeNs) {
            this.key = key;
            this.timeNs = timeNs;
        }
    }

    private static final class Fill {
        private final long timeNs;
        private final double amount;
        private Fill next;

        private Fill(long timeNs, double amount) {
            this.timeNs = timeNs;
            this.amount = amount;
        }
    }
}
