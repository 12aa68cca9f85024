package io.tidemark.peers;

import java.io.Serializable;

/** Count, sum, min and max of amounts. Engines that keep objects as state keep this one. */
public final class Totals implements Serializable {
    private static final long serialVersionUID = 1;

    /** Number of amounts. */
    public long count;
    /** Their sum. */
    public double sum;
    /** The smallest, positive infinity if there is none. */
    public double min = Double.POSITIVE_INFINITY;
    /** The greatest, negative infinity if there is none. */
    public double max = Double.NEGATIVE_INFINITY;

    /** No amounts yet. */
    public Totals() {}

    /** Adds an amount. */
    public Totals add(double amount) {
        count++;
        sum += amount;
        min = Math.min(min, amount);
        max = Math.max(max, amount);
        return this;
    }

    /** Adds all amounts of another. */
    public Totals merge(Totals other) {
        count += other.count;
        sum += other.sum;
        min = Math.min(min, other.min);
        max = Math.max(max, other.max);
        return this;
    }

    /** Checksum of the group with these aggregates. */
    public long checksum(long key, long startMillis) {
        return Checksums.group(key, startMillis, count, sum, min, max);
    }
}
