package io.tidemark.benchmarks.throughput;

import io.tidemark.row.RowView;

/** W4 over two tables of primitives, for ids that at most one order and one fill have. */
final class JoinArrays extends HandLoop {
    private static final long LIVE = 30_000;

    private final boolean outer;
    /** Time of each order, doubled, plus one once it is filled. */
    private final LongTable orders = new LongTable(LIVE, true);

    private final LongTable fills = new LongTable(LIVE, true);
    private final ExpiryArrays orderExpiry = new ExpiryArrays();
    private final ExpiryArrays fillExpiry = new ExpiryArrays();
    private long lastOrder = Long.MIN_VALUE;
    private long lastFill = Long.MIN_VALUE;
    private long watermark = Long.MIN_VALUE;
    private long nextExpiry = Long.MIN_VALUE;

    JoinArrays(LoopOutput out, boolean outer) {
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
        int fill = fills.find(id);
        boolean filled = fill >= 0 && match(id, timeNs, fills.value(fill));
        orders.put(id, shifted(timeNs) + (filled ? 1 : 0));
        orderExpiry.add(timeNs, id);
        if (timeNs > lastOrder) {
            lastOrder = timeNs;
            advance();
        }
    }

    private void fill(long id, long timeNs) {
        if (timeNs < watermark) {
            return;
        }
        fills.put(id, timeNs);
        fillExpiry.add(timeNs, id);
        int order = orders.find(id);
        if (order >= 0 && match(id, timeOf(orders.value(order)), timeNs)) {
            orders.value(order, orders.value(order) | 1);
        }
        if (timeNs > lastFill) {
            lastFill = timeNs;
            advance();
        }
    }

    private boolean match(long id, long orderNs, long fillNs) {
        long after = fillNs - orderNs;
        boolean within = after >= 0 && after <= JoinLoop.WITHIN_NS;
        if (within) {
            out.row(0, id, orderNs, id, fillNs);
        }
        return within;
    }

    private static long shifted(long timeNs) {
        return timeNs - Events.START_NS << 1;
    }

    private static long timeOf(long order) {
        return (order >> 1) + Events.START_NS;
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
        while (!orderExpiry.isEmpty() && orderExpiry.firstEndNs() + JoinLoop.WITHIN_NS <= upTo) {
            for (int i = 0; i < orderExpiry.firstSize(); i++) {
                long id = orderExpiry.firstId(i);
                int index = orders.find(id);
                long order = orders.value(index);
                orders.remove(index);
                if (outer && (order & 1) == 0) {
                    out.row(JoinLoop.NO_FILL, id, timeOf(order), 0, 0);
                }
            }
            orderExpiry.forget();
        }
        while (!fillExpiry.isEmpty() && fillExpiry.firstEndNs() <= upTo) {
            for (int i = 0; i < fillExpiry.firstSize(); i++) {
                fills.remove(fills.find(fillExpiry.firstId(i)));
            }
            fillExpiry.forget();
        }
        nextExpiry = Math.min(orderExpiry.firstEndNs() + JoinLoop.WITHIN_NS, fillExpiry.firstEndNs());
    }

    @Override
    void finish() {
        expire(Long.MAX_VALUE);
    }
}
