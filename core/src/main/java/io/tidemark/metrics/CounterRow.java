package io.tidemark.metrics;

import org.agrona.concurrent.status.AtomicCounter;

/**
 * Counters of one operator, source or query, of which those are written whose values have changed: each lies in cache lines of its own, and to write them all after
 * each duty cycle would drive what the rows need out of the cache. Written by one thread.
 */
final class CounterRow {
    private final AtomicCounter[] counters;
    private final long[] shown;

    CounterRow(AtomicCounter[] counters) {
        this.counters = counters;
        this.shown = new long[counters.length];
        for (int i = 0; i < shown.length; i++) {
            shown[i] = counters[i].get();
        }
    }

    void set(int counter, long value) {
        if (shown[counter] != value) {
            shown[counter] = value;
            counters[counter].setRelease(value);
        }
    }
}
