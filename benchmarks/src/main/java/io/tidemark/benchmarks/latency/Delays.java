package io.tidemark.benchmarks.latency;

import org.HdrHistogram.Histogram;

/** Takes the delay of each row that arrives. One thread. */
final class Delays {
    /** Longest delay that is told apart. */
    static final long MOST_NS = 60_000_000_000L;

    private static final int DIGITS = 3;

    private Histogram histogram;
    private long rows;

    /** An empty histogram in nanoseconds. */
    static Histogram newHistogram() {
        return new Histogram(MOST_NS, DIGITS);
    }

    /** From now on delays are kept there; null for nowhere. */
    void keepIn(Histogram newHistogram) {
        histogram = newHistogram;
        rows = 0;
    }

    /** A row has arrived that was meant to be sent at this time. */
    void arrived(long sentNs) {
        long delay = System.nanoTime() - sentNs;
        rows++;
        if (histogram != null) {
            histogram.recordValue(Math.max(1, Math.min(MOST_NS, delay)));
        }
    }

    /** Rows since the last {@link #keepIn}. */
    long rows() {
        return rows;
    }
}
