package io.tidemark.metrics.lateness;

import org.apache.commons.numbers.gamma.RegularizedBeta;

/** What a share that was seen says about the share of the rows to come. */
final class Completeness {
    private static final int HALVINGS = 60;

    private Completeness() {}

    /**
     * The share of rows that are in time at least, one-sided: the lower bound of Clopper and Pearson (The Use of Confidence or Fiducial Limits Illustrated in the
     * Case of the Binomial, Biometrika 26, 1934). It is the share p at which {@code kept} or more of {@code rows} have the probability
     * {@code 1 - confidence}; that probability is the regularised incomplete beta function {@code I_p(kept, rows - kept + 1)} (NIST Digital Library of
     * Mathematical Functions, 8.17.5). It takes rows to be independent; those of a burst are not, so the true bound is lower.
     *
     * @param confidence above 0, below 1
     */
    static double atLeast(long kept, long rows, double confidence) {
        if (kept == 0) {
            return 0;
        }
        double probability = 1 - confidence;
        if (kept == rows) {
            return Math.pow(probability, 1.0 / rows);
        }
        double low = 0;
        double high = (double) kept / rows;
        for (int i = 0; i < HALVINGS; i++) {
            double middle = (low + high) / 2;
            if (RegularizedBeta.value(middle, kept, rows - kept + 1.0) < probability) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
