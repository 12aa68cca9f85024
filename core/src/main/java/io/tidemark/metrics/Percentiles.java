package io.tidemark.metrics;

import org.HdrHistogram.Histogram;

/**
 * Times of an interval in nanoseconds, exact to one percent.
 *
 * @param count how many there were; where only some are taken, each counts for those it stands for
 * @param p50 half of them took no longer
 * @param p95 95 of 100 took no longer
 * @param p99 99 of 100 took no longer
 * @param max the longest that was taken
 */
public record Percentiles(long count, long p50, long p95, long p99, long max) {
    /** Of nothing. */
    public static final Percentiles NONE = new Percentiles(0, 0, 0, 0, 0);

    static Percentiles of(Histogram histogram) {
        if (histogram.getTotalCount() == 0) {
            return NONE;
        }
        return new Percentiles(
                histogram.getTotalCount(),
                histogram.getValueAtPercentile(50),
                histogram.getValueAtPercentile(95),
                histogram.getValueAtPercentile(99),
                histogram.getMaxValue());
    }
}
