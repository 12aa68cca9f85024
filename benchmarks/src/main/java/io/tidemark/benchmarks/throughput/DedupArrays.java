package io.tidemark.benchmarks.throughput;

import io.tidemark.row.RowView;

/** W3 over a table of primitives. */
final class DedupArrays extends HandLoop {
    private final long keys;
    private final long spacingNs;
    private final boolean scattered;
    private final LongTable seen;
    private final ExpiryArrays expiry = new ExpiryArrays();
    private long nextExpiry = Long.MIN_VALUE;
    private long watermark = Long.MIN_VALUE;

    DedupArrays(LoopOutput out, long keys, long spacingNs, boolean scattered) {
        super(out);
        this.keys = keys;
        this.spacingNs = spacingNs;
        this.scattered = scattered;
        seen = new LongTable(13 * Events.SECOND / spacingNs, false);
    }

    @Override
    void events(long from, long to) {
        for (long n = from; n < to; n++) {
            long i = Events.original(n, EventRows.Repeated.WITHIN);
            long random = Events.random(i);
            long id = Events.id(i, scattered);
            long timeNs = Events.time(i, spacingNs, random);
            if (isFirst(id, timeNs)) {
                out.row(0, id, Events.key(random, keys), timeNs, Double.doubleToRawLongBits(Events.amount(random)));
            }
        }
    }

    @Override
    void row(int source, RowView row) {
        if (isFirst(row.getLong(EventRows.ID), row.getLong(EventRows.TIME))) {
            out.copy(row);
        }
    }

    private boolean isFirst(long id, long timeNs) {
        if (timeNs < watermark) {
            return false;
        }
        boolean first = seen.add(id);
        if (first) {
            expiry.add(timeNs, id);
        }
        if (timeNs - DELAY_NS > watermark) {
            watermark = timeNs - DELAY_NS;
            if (nextExpiry <= watermark) {
                expire();
            }
        }
        return first;
    }

    private void expire() {
        while (expiry.firstEndNs() + SeenIds.KEPT_NS <= watermark) {
            for (int i = 0; i < expiry.firstSize(); i++) {
                seen.remove(seen.find(expiry.firstId(i)));
            }
            expiry.forget();
        }
        nextExpiry = expiry.firstEndNs() + SeenIds.KEPT_NS;
    }

    @Override
    void finish() {
        // All came out at once.
    }
}
