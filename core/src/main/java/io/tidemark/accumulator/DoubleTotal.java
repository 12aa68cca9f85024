package io.tidemark.accumulator;

import io.tidemark.memory.OffHeap;

/**
 * A sum of doubles with a running compensation (Neumaier's variant of Kahan summation): two slots, sum and compensation. The result
 * is sum + compensation.
 */
final class DoubleTotal {
    static final int BYTES = 2 * Long.BYTES;

    private DoubleTotal() {}

    static void add(long address, double addend) {
        double sum = OffHeap.getDouble(address);
        double total = sum + addend;
        double lost = Math.abs(sum) >= Math.abs(addend) ? (sum - total) + addend : (addend - total) + sum;
        OffHeap.putDouble(address, total);
        OffHeap.putDouble(address + Long.BYTES, OffHeap.getDouble(address + Long.BYTES) + lost);
    }

    /** Adds another total. */
    static void merge(long from, long to) {
        double sum = OffHeap.getDouble(to);
        double addend = OffHeap.getDouble(from);
        double total = sum + addend;
        double lost = lost(sum, addend, total);
        OffHeap.putDouble(to, total);
        OffHeap.putDouble(
                to + Long.BYTES, OffHeap.getDouble(to + Long.BYTES) + lost + OffHeap.getDouble(from + Long.BYTES));
    }

    /**
     * What a sum lost to rounding, exactly, by Knuth's six operations: as the compare in {@link #add} has it, but without a branch. Which of two sums is the greater one
     * cannot be predicted.
     */
    private static double lost(double sum, double addend, double total) {
        double added = total - sum;
        return (sum - (total - added)) + (addend - added);
    }

    /** The total; infinities and NaN carry no compensation. */
    static double get(long address) {
        double sum = OffHeap.getDouble(address);
        return Double.isInfinite(sum) || Double.isNaN(sum) ? sum : sum + OffHeap.getDouble(address + Long.BYTES);
    }
}
