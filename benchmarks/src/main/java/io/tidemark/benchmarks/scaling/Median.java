package io.tidemark.benchmarks.scaling;

import java.util.Arrays;

/** The middle of some figures. */
final class Median {
    private Median() {}

    static double of(double... figures) {
        double[] sorted = figures.clone();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
