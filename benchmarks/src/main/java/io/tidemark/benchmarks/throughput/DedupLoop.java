package io.tidemark.benchmarks.throughput;

import io.tidemark.row.RowView;

/** W3 over {@code HashSet}. */
final class DedupLoop extends HandLoop {
    private final long keys;
    private final long spacingNs;
    private final SeenIds seen = new SeenIds();

    DedupLoop(LoopOutput out, long keys, long spacingNs) {
        super(out);
        this.keys = keys;
        this.spacingNs = spacingNs;
    }

    @Override
    void events(long from, long to) {
        for (long n = from; n < to; n++) {
            long i = Events.original(n, EventRows.Repeated.WITHIN);
            long random = Events.random(i);
            long timeNs = Events.time(i, spacingNs, random);
            if (seen.isFirst(i, timeNs)) {
                out.row(0, i, Events.key(random, keys), timeNs, Double.doubleToRawLongBits(Events.amount(random)));
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
