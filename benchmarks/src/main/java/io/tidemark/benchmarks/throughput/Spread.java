package io.tidemark.benchmarks.throughput;

import java.util.Arrays;

/**
 * Median and range.
 *
 * @param median middle one, the greater of the two middle ones of an even number
 * @param least least one
 * @param most greatest one
 */
record Spread(double median, double least, double most) {
    static Spread of(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return new Spread(sorted[sorted.length / 2], sorted[0], sorted[sorted.length - 1]);
    }
}
