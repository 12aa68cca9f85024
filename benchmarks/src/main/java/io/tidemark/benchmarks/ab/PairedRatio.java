package io.tidemark.benchmarks.ab;

import java.util.Arrays;
import java.util.Locale;
import org.apache.commons.math3.distribution.TDistribution;
import org.apache.commons.math3.stat.StatUtils;

/**
 * How many times as large figure b is as figure a, from pairs that were measured next to each other.
 *
 * <p>The interval is Student's for the mean of paired differences, taken of logarithms: with {@code d = ln(b / a)} of n pairs it is
 * {@code exp(mean(d) +- t * s(d) / sqrt(n))}, {@code t} being the 97.5 % quantile of Student's distribution with n - 1 degrees of freedom and {@code s} the
 * standard deviation of the sample (Student, "The probable error of a mean", Biometrika 6, 1908; for ratios of run times see Kalibera and Jones, "Rigorous
 * benchmarking in reasonable time", ISMM 2013). What slows both runs of a pair down drops out. The ratio is the geometric mean of the pairs; that of the medians
 * is given beside it, as a figure that a single odd run does not move.
 *
 * @param pairs number of pairs
 * @param ratio geometric mean of b / a
 * @param low lower end of the interval of 95 %
 * @param high its upper end
 * @param ratioOfMedians median of b over median of a
 */
record PairedRatio(int pairs, double ratio, double low, double high, double ratioOfMedians) {
    private static final double UPPER = 0.975;

    /**
     * The ratio of figures that belong together by their place.
     *
     * @param a figures of the first side, all positive
     * @param b those of the second
     */
    static PairedRatio of(double[] a, double[] b) {
        if (a.length != b.length || a.length < 2) {
            throw new IllegalArgumentException(
                    "There have to be two pairs or more: " + a.length + " and " + b.length + ".");
        }
        double[] logs = new double[a.length];
        for (int pair = 0; pair < logs.length; pair++) {
            if (!(a[pair] > 0 && b[pair] > 0)) {
                throw new IllegalArgumentException("Figures have to be positive: " + a[pair] + " and " + b[pair] + ".");
            }
            logs[pair] = Math.log(b[pair] / a[pair]);
        }
        double mean = StatUtils.mean(logs);
        double t = new TDistribution(logs.length - 1).inverseCumulativeProbability(UPPER);
        double half = t * Math.sqrt(StatUtils.variance(logs) / logs.length);
        return new PairedRatio(
                logs.length, Math.exp(mean), Math.exp(mean - half), Math.exp(mean + half), median(b) / median(a));
    }

    boolean differs() {
        return low > 1 || high < 1;
    }

    /** What the interval says, as a sentence without its full stop. */
    String verdict() {
        if (!differs()) {
            return "no difference";
        }
        return String.format(
                Locale.ROOT, "b is %.1f %% %s than a", 100 * Math.abs(ratio - 1), ratio > 1 ? "higher" : "lower");
    }

    static double median(double... figures) {
        double[] sorted = figures.clone();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
