package io.tidemark.tools.stats;

import org.HdrHistogram.Histogram;

/** By how much rows are behind the greatest event time before them: the delay of a watermark that they would need. */
final class Disorder {
    /** Percentiles that are shown. */
    static final double[] PERCENTILES = {50, 90, 99, 99.5, 99.9, 100};

    private static final int DIGITS = 3;

    private final Histogram delaysNs = new Histogram(DIGITS);
    private long greatestNs = Long.MIN_VALUE;
    private long behind;
    private long mostNs;

    void add(long timeNs) {
        long delayNs = greatestNs == Long.MIN_VALUE || timeNs >= greatestNs ? 0 : greatestNs - timeNs;
        if (delayNs < 0) {
            delayNs = Long.MAX_VALUE / 2;
        }
        delaysNs.recordValue(delayNs);
        behind += delayNs > 0 ? 1 : 0;
        mostNs = Math.max(mostNs, delayNs);
        greatestNs = Math.max(greatestNs, timeNs);
    }

    /** Rows that are behind an earlier one. */
    long behind() {
        return behind;
    }

    /** Delay that so many per cent of the rows do not exceed, exact to three digits; the greatest one is exact. */
    long delayNs(double percentile) {
        return percentile >= 100 ? mostNs : Math.min(mostNs, delaysNs.getValueAtPercentile(percentile));
    }
}
