package io.tidemark.benchmarks.throughput;

import io.tidemark.row.RowView;
import java.util.Arrays;

/** W1 and W2 over arrays of primitives that are indexed by key: a bound for known, dense keys. */
final class PaneArrays extends HandLoop {
    private final long paneNs;
    private final int panes;
    private final int keys;
    private final int mask;
    private final long[][] counts;
    private final double[][] sums;
    private final double[][] mins;
    private final double[][] maxs;
    private long watermark = Long.MIN_VALUE;
    private long firstPane = Long.MIN_VALUE;
    private long lastPane = Long.MIN_VALUE;
    private long nextEnd;
    private long current = Long.MIN_VALUE;
    private long currentStart;
    private long currentEnd = Long.MIN_VALUE;

    /**
     * No events yet.
     *
     * @param paneNs length of a pane, by which windows slide
     * @param panes panes of a window
     */
    PaneArrays(LoopOutput out, long keys, long paneNs, int panes) {
        super(out);
        this.paneNs = paneNs;
        this.panes = panes;
        this.keys = (int) keys;
        int slots = Integer.highestOneBit(panes + 4) * 2;
        mask = slots - 1;
        counts = new long[slots][this.keys];
        sums = new double[slots][this.keys];
        mins = new double[slots][this.keys];
        maxs = new double[slots][this.keys];
        for (int slot = 0; slot < slots; slot++) {
            clear(slot);
        }
    }

    @Override
    void events(long from, long to) {
        for (long i = from; i < to; i++) {
            long random = Events.random(i);
            take(Events.time(i, Events.MILLI, random), (int) Events.key(random, keys), Events.amount(random));
        }
    }

    @Override
    void row(int source, RowView row) {
        take(row.getLong(EventRows.TIME), (int) row.getLong(EventRows.KEY), row.getDouble(EventRows.AMOUNT));
    }

    private void take(long timeNs, int key, double amount) {
        if (timeNs < currentStart || timeNs >= currentEnd) {
            enter(timeNs);
        }
        int slot = (int) current & mask;
        counts[slot][key]++;
        sums[slot][key] += amount;
        if (amount < mins[slot][key]) {
            mins[slot][key] = amount;
        }
        if (amount > maxs[slot][key]) {
            maxs[slot][key] = amount;
        }
        if (timeNs - DELAY_NS > watermark) {
            watermark = timeNs - DELAY_NS;
            while (nextEnd <= watermark) {
                close();
            }
        }
    }

    private void enter(long timeNs) {
        current = timeNs / paneNs;
        currentStart = current * paneNs;
        currentEnd = currentStart + paneNs;
        lastPane = Math.max(lastPane, current);
        if (firstPane == Long.MIN_VALUE) {
            // The first event may be late, and so not be of the first pane.
            firstPane = current - panes;
            nextEnd = (firstPane + panes) * paneNs;
        }
    }

    /** Brings out the window that begins with the first pane, and empties that. */
    private void close() {
        for (int key = 0; key < keys; key++) {
            long count = 0;
            double sum = 0;
            double min = Double.POSITIVE_INFINITY;
            double max = Double.NEGATIVE_INFINITY;
            for (long pane = firstPane; pane < firstPane + panes; pane++) {
                int slot = (int) pane & mask;
                count += counts[slot][key];
                sum += sums[slot][key];
                min = Math.min(min, mins[slot][key]);
                max = Math.max(max, maxs[slot][key]);
            }
            if (count > 0) {
                long startNs = firstPane * paneNs;
                out.window(startNs, startNs + panes * paneNs, key, count, sum, min, max);
            }
        }
        clear((int) firstPane & mask);
        firstPane++;
        nextEnd += paneNs;
    }

    private void clear(int slot) {
        Arrays.fill(counts[slot], 0);
        Arrays.fill(sums[slot], 0);
        Arrays.fill(mins[slot], Double.POSITIVE_INFINITY);
        Arrays.fill(maxs[slot], Double.NEGATIVE_INFINITY);
    }

    @Override
    void finish() {
        while (firstPane <= lastPane) {
            close();
        }
    }
}
