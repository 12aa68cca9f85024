package io.tidemark.accumulator;

import io.tidemark.memory.OffHeap;

/**
 * Count, mean and sum of squared distances from the mean of doubles, in three slots: rows are added by Welford's recurrence, groups
 * merged by Chan's. Neither takes the difference of large sums, so the relative error of a variance stays about
 * {@code n * k * 1.1e-16}, {@code k} being the mean over the standard deviation where that is above 1.
 */
final class Moments {
    static final int BYTES = 3 * Long.BYTES;

    private static final int MEAN = Long.BYTES;
    private static final int SQUARES = 2 * Long.BYTES;

    private Moments() {}

    static void add(long address, double value) {
        long count = OffHeap.getLong(address) + 1;
        double mean = OffHeap.getDouble(address + MEAN);
        double delta = value - mean;
        double newMean = mean + delta / count;
        OffHeap.putLong(address, count);
        OffHeap.putDouble(address + MEAN, newMean);
        OffHeap.putDouble(address + SQUARES, OffHeap.getDouble(address + SQUARES) + delta * (value - newMean));
    }

    static void merge(long from, long to) {
        long added = OffHeap.getLong(from);
        if (added == 0) {
            return;
        }
        long before = OffHeap.getLong(to);
        if (before == 0) {
            OffHeap.copy(from, to, BYTES);
            return;
        }
        double count = (double) before + added;
        double mean = OffHeap.getDouble(to + MEAN);
        double delta = OffHeap.getDouble(from + MEAN) - mean;
        OffHeap.putLong(to, before + added);
        OffHeap.putDouble(to + MEAN, mean + delta * (added / count));
        OffHeap.putDouble(
                to + SQUARES,
                OffHeap.getDouble(to + SQUARES)
                        + OffHeap.getDouble(from + SQUARES)
                        + delta * delta * (before / count) * added);
    }

    static long count(long address) {
        return OffHeap.getLong(address);
    }

    /** Sum of squared distances from the mean. */
    static double squares(long address) {
        return OffHeap.getDouble(address + SQUARES);
    }
}
