package io.tidemark.benchmarks.throughput;

import io.tidemark.row.RowView;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** W2 over {@code HashMap} as a careful user would write it: panes of 5 s, merged into one more map for each window. */
final class SlidingLoop extends HandLoop {
    static final long PANE_NS = 5 * Events.SECOND;
    static final int PANES = 12;

    private static final int SLOTS = 32;
    private static final int KEYS_EXPECTED = 16_384;

    private final long keys;
    private final List<Map<Long, Totals>> panes = new ArrayList<>();
    private Map<Long, Totals> current;
    private long currentStart;
    private long currentEnd = Long.MIN_VALUE;
    private long firstPane = Long.MIN_VALUE;
    private long lastPane = Long.MIN_VALUE;
    private long nextEnd;
    private long watermark = Long.MIN_VALUE;

    SlidingLoop(LoopOutput out, long keys) {
        super(out);
        this.keys = keys;
        for (int slot = 0; slot < SLOTS; slot++) {
            panes.add(new HashMap<>());
        }
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
        if (timeNs < currentStart || timeNs >= currentEnd) {
            enter(timeNs);
        }
        Totals totals = current.get(key);
        if (totals == null) {
            totals = new Totals();
            current.put(key, totals);
        }
        totals.add(amount);
        if (timeNs - DELAY_NS > watermark) {
            watermark = timeNs - DELAY_NS;
            while (nextEnd <= watermark) {
                close();
            }
        }
    }

    private void enter(long timeNs) {
        long pane = timeNs / PANE_NS;
        current = pane(pane);
        currentStart = pane * PANE_NS;
        currentEnd = currentStart + PANE_NS;
        lastPane = Math.max(lastPane, pane);
        if (firstPane == Long.MIN_VALUE) {
            // The first event may be late, and so not be of the first pane.
            firstPane = pane - PANES;
            nextEnd = (firstPane + PANES) * PANE_NS;
        }
    }

    /** Brings out the window that begins with the first pane, and empties that. */
    private void close() {
        Map<Long, Totals> window = new HashMap<>(KEYS_EXPECTED);
        for (long pane = firstPane; pane < firstPane + PANES; pane++) {
            for (Map.Entry<Long, Totals> group : pane(pane).entrySet()) {
                Totals totals = window.get(group.getKey());
                if (totals == null) {
                    totals = new Totals();
                    window.put(group.getKey(), totals);
                }
                totals.merge(group.getValue());
            }
        }
        long startNs = firstPane * PANE_NS;
        for (Map.Entry<Long, Totals> group : window.entrySet()) {
            out.window(startNs, startNs + PANES * PANE_NS, group.getKey(), group.getValue());
        }
        pane(firstPane).clear();
        firstPane++;
        nextEnd += PANE_NS;
    }

    private Map<Long, Totals> pane(long number) {
        return panes.get((int) number & SLOTS - 1);
    }

    @Override
    void finish() {
        while (firstPane <= lastPane) {
            close();
        }
    }
}
