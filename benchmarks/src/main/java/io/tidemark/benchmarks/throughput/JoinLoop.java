package io.tidemark.benchmarks.throughput;

import io.tidemark.row.RowView;
import java.util.HashMap;
import java.util.Map;

/** W4 over two {@code HashMap}s: orders by id, and fills by the id they name. */
final class JoinLoop extends HandLoop {
    static final long WITHIN_NS = 30 * Events.SECOND;
    /** Null bits of a row whose last two of four columns are null. */
    static final long NO_FILL = 0b1100;

    private final boolean outer;
    private final Map<Long, Order> orders = new HashMap<>();
    private final Map<Long, Fill> fills = new HashMap<>();
    private final ExpiryLists<Long> orderExpiry = new ExpiryLists<>();
    private final ExpiryLists<Long> fillExpiry = new ExpiryLists<>();
    private long lastOrder = Long.MIN_VALUE;
    private long lastFill = Long.MIN_VALUE;
    private long watermark = Long.MIN_VALUE;
    private long nextExpiry = Long.MIN_VALUE;

    JoinLoop(LoopOutput out, boolean outer) {
        super(out);
        this.outer = outer;
    }

    @Override
    void events(long from, long to) {
        for (long n = from >> 1; n < to >> 1; n++) {
            order(n, Events.milliTime(2 * n, Events.random(n)));
            long random = Events.fillRandom(n);
            fill(Events.filled(n, random), Events.milliTime(2 * n + 1, random));
        }
    }

    @Override
    void row(int source, RowView row) {
        if (source == 0) {
            order(row.getLong(EventRows.ID), row.getLong(EventRows.TIME));
        } else {
            fill(row.getLong(EventRows.ID), row.getLong(EventRows.TIME));
        }
    }

    private void order(long id, long timeNs) {
        if (timeNs < watermark) {
            return;
        }
        Long boxed = id;
        Order order = new Order(timeNs);
        orders.put(boxed, order);
        orderExpiry.add(timeNs, boxed);
        for (Fill fill = fills.get(boxed); fill != null; fill = fill.next) {
            match(id, order, fill.timeNs);
        }
        if (timeNs > lastOrder) {
            lastOrder = timeNs;
            advance();
        }
    }

    private void fill(long id, long timeNs) {
        if (timeNs < watermark) {
            return;
        }
        Long boxed = id;
        Fill fill = new Fill(timeNs);
        fill.next = fills.put(boxed, fill);
        fillExpiry.add(timeNs, boxed);
        Order order = orders.get(boxed);
        if (order != null) {
            match(id, order, timeNs);
        }
        if (timeNs > lastFill) {
            lastFill = timeNs;
            advance();
        }
    }

    private void match(long id, Order order, long fillNs) {
        long after = fillNs - order.timeNs;
        if (after >= 0 && after <= WITHIN_NS) {
            order.filled = true;
            out.row(0, id, order.timeNs, id, fillNs);
        }
    }

    private void advance() {
        long least = Math.min(lastOrder, lastFill);
        if (least != Long.MIN_VALUE) {
            watermark = least - DELAY_NS;
            if (nextExpiry <= watermark) {
                expire(watermark);
            }
        }
    }

    private void expire(long upTo) {
        while (!orderExpiry.isEmpty() && orderExpiry.firstEndNs() + WITHIN_NS <= upTo) {
            for (Long id : orderExpiry.firstSecond()) {
                Order order = orders.remove(id);
                if (outer && !order.filled) {
                    out.row(NO_FILL, id, order.timeNs, 0, 0);
                }
            }
            orderExpiry.forget();
        }
        while (!fillExpiry.isEmpty() && fillExpiry.firstEndNs() <= upTo) {
            fillExpiry.firstSecond().forEach(fills::remove);
            fillExpiry.forget();
        }
        nextExpiry = Math.min(orderExpiry.firstEndNs() + WITHIN_NS, fillExpiry.firstEndNs());
    }

    @Override
    void finish() {
        expire(Long.MAX_VALUE);
    }

    private static final class Order {
        private final long timeNs;
        private boolean filled;

        private Order(long timeNs) {
            this.timeNs = timeNs;
        }
    }

    private static final class Fill {
        private final long timeNs;
        private Fill next;

        private Fill(long timeNs) {
            this.timeNs = timeNs;
        }
    }
}
