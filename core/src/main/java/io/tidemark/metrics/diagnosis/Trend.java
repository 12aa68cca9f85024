package io.tidemark.metrics.diagnosis;

import java.util.Arrays;

/**
 * Which way a figure goes over a window of samples.
 *
 * <p>The slope is that of Theil and Sen, the median of the slopes of all pairs, which a few wild samples do not move. Whether it is more than
 * chance is asked by the test of Mann and Kendall, one-sided at 5 %: with 5 samples that is 9 of 10 pairs in order. A slope is a number a
 * second of the observer's clock; {@code NaN} if a figure is unknown.
 */
record Trend(double perSecond, double score) {
    private static final double ONE_SIDED_5_PERCENT = 1.645;
    private static final Trend UNKNOWN = new Trend(Double.NaN, Double.NaN);
    private static final double NANOS = 1e9;

    /** The trend of figures at times in ns, which ascend. */
    static Trend of(long[] timesNs, double[] figures) {
        int n = figures.length;
        if (n < 2 || Arrays.stream(figures).anyMatch(Double::isNaN)) {
            return UNKNOWN;
        }
        double[] slopes = new double[n * (n - 1) / 2];
        int pairs = 0;
        int order = 0;
        for (int i = 0; i < n; i++) {
            for (int j = i + 1; j < n; j++) {
                double seconds = (timesNs[j] - timesNs[i]) / NANOS;
                slopes[pairs++] = (figures[j] - figures[i]) / seconds;
                order += (int) Math.signum(figures[j] - figures[i]);
            }
        }
        double deviation = Math.sqrt(n * (n - 1.0) * (2.0 * n + 5) / 18);
        double score = (order - Integer.signum(order)) / deviation;
        return new Trend(median(slopes), score);
    }

    /** The median, which sorts the values. */
    static double median(double[] values) {
        Arrays.sort(values);
        int middle = values.length / 2;
        return values.length % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
    }

    /** Whether the figure rises, beyond chance. */
    boolean rises() {
        return perSecond > 0 && score >= ONE_SIDED_5_PERCENT;
    }

    /** Whether the figure falls, beyond chance. */
    boolean falls() {
        return perSecond < 0 && score <= -ONE_SIDED_5_PERCENT;
    }
}
