package io.tidemark.peers.loops;

import io.tidemark.peers.Event;
import io.tidemark.peers.Pass;
import io.tidemark.peers.Workload;
import java.util.Arrays;

/** Windows of several panes in a ring of arrays, indexed by key. */
final class DensePanes {
    private static final int KEYS = Workload.KEYS;

    private final Result result;
    private final long paneMillis;
    private final int panesPerWindow;
    private final int mask;
    private final long[][] counts;
    private final double[][] sums;
    private final double[][] lows;
    private final double[][] highs;
    /** First pane of the window that is complete next. */
    private long next = Long.MIN_VALUE;

    DensePanes(Result result, long paneMillis, int panesPerWindow) {
        this.result = result;
        this.paneMillis = paneMillis;
        this.panesPerWindow = panesPerWindow;
        int slots = Integer.highestOneBit(panesPerWindow + 2) * 2;
        mask = slots - 1;
        counts = new long[slots][KEYS];
        sums = new double[slots][KEYS];
        lows = new double[slots][KEYS];
        highs = new double[slots][KEYS];
        for (int slot = 0; slot < slots; slot++) {
            clear(slot);
        }
    }

    void run(Pass pass) {
        long delay = pass.workload().delayMillis();
        Event event = new Event();
        long watermark = Long.MIN_VALUE;
        long last = Long.MIN_VALUE;
        for (long i = 0; i < pass.events(); i++) {
            pass.make(i, event);
            long pane = event.timeMillis / paneMillis;
            if (next == Long.MIN_VALUE) {
                // The first event may be as late as the delay.
                next = pane - panesPerWindow - delay / paneMillis;
            }
            last = Math.max(last, pane);
            add((int) pane & mask, (int) event.key, event.amount);
            if (event.timeMillis - delay > watermark) {
                watermark = event.timeMillis - delay;
                while ((next + panesPerWindow) * paneMillis <= watermark) {
                    close();
                }
            }
        }
        while (next <= last) {
            close();
        }
    }

    private void add(int slot, int key, double amount) {
        counts[slot][key]++;
        sums[slot][key] += amount;
        lows[slot][key] = Math.min(lows[slot][key], amount);
        highs[slot][key] = Math.max(highs[slot][key], amount);
    }

    private void close() {
        for (int key = 0; key < KEYS; key++) {
            long count = 0;
            double sum = 0;
            double low = Double.POSITIVE_INFINITY;
            double high = Double.NEGATIVE_INFINITY;
            for (int pane = 0; pane < panesPerWindow; pane++) {
                int slot = (int) (next + pane) & mask;
                count += counts[slot][key];
                sum += sums[slot][key];
                low = Math.min(low, lows[slot][key]);
                high = Math.max(high, highs[slot][key]);
            }
            if (count > 0) {
                result.group(key, next * paneMillis, count, sum, low, high);
            }
        }
        clear((int) next & mask);
        next++;
    }

    private void clear(int slot) {
        Arrays.fill(counts[slot], 0);
        Arrays.fill(sums[slot], 0);
        Arrays.fill(lows[slot], Double.POSITIVE_INFINITY);
        Arrays.fill(highs[slot], Double.NEGATIVE_INFINITY);
    }
}
