package io.tidemark.benchmarks.throughput;

import io.tidemark.row.RowView;

/** W1 over {@code HashMap}. */
final class TumblingLoop extends HandLoop {
    private final long keys;
    private final KeyedWindows windows;
    private long watermark = Long.MIN_VALUE;

    TumblingLoop(LoopOutput out, long keys) {
        super(out);
        this.keys = keys;
        windows = new KeyedWindows(out);
    }

    @Override
    void events(long from, long to) {
        for (long i = from; i < to; i++) {
            long random = Events.random(i);
            take(Events.time(i, Events.MILLI, random), Events.key(random, keys), Events.amount(random));
        }
    }

    @Override
    void row(int source, RowView row) {
        take(row.getLong(EventRows.TIME), row.getLong(EventRows.KEY), row.getDouble(EventRows.AMOUNT));
    }

    private void take(long timeNs, long key, double amount) {
        windows.add(timeNs, key, amount);
        if (timeNs - DELAY_NS > watermark) {
            watermark = timeNs - DELAY_NS;
            windows.advance(watermark);
        }
    }

    @Override
    void finish() {
        windows.close(Long.MAX_VALUE);
    }
}
