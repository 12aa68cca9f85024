package io.tidemark.benchmarks.throughput;

import io.tidemark.row.RowView;

/** W3 over {@code HashSet}. */
final class DedupLoop extends HandLoop {
    private final long keys;
    private final long spacingNs;
    private final boolean scattered;
    private final SeenIds seen = new SeenIds();

    DedupLoop(LoopOutput out, long keys, long spacingNs, boolean scattered) {
        super(out);
        this.keys = keys;
        this.spacingNs = spacingNs;
        this.scattered = scattered;
    }

    @Override
    void events(long from, long to) {
        for (long n = from; n < to; n++) {
            long i = Events.original(n, EventRows.Repeated.WITHIN);
            long random = Events.random(i);
            long id = Events.id(i, scattered);
            long timeNs = Events.time(i, spacingNs, random);
            if (seen.isFirst(id, timeNs)) {
                out.row(0, id, Events.key(random, keys), timeNs, Double.doubleToRawLongBits(Events.amount(random)));
            }
        }
    }

    @Override
    void row(int source, RowView row) {
        if (seen.isFirst(row.getLong(EventRows.ID), row.getLong(EventRows.TIME))) {
            out.copy(row);
        }
    }

    @Override
    void finish() {
        // All came out at once.
    }
}
