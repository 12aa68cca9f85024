package io.tidemark.metrics.lateness;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * How large a delay the rows of a source need, see {@link io.tidemark.time.TimeSettings#neededDelay}. Delays are counted in buckets of which 1024 cover a factor of
 * two, so what a bucket says of a delay is off by less than 0.1 %; below 2048 ns it is exact. The greatest delay is exact, and so are the
 * rows that given delays lose. Rows may be weighted by a value.
 *
 * <p>One thread adds, which allocates nothing and costs one addition for a row in order; any thread takes a {@link #copy} of the rows. In a copy
 * that is taken while rows are added each count is one that was there, though not all of the same moment.
 */
public final class NeededDelay {
    private static final int BITS = 10;
    private static final int PER_OCTAVE = 1 << BITS;
    private static final int BUCKETS = (Long.SIZE - BITS) * PER_OCTAVE;
    private static final VarHandle COUNT = MethodHandles.arrayElementVarHandle(long[].class);
    private static final VarHandle MOST;

    static {
        try {
            MOST = MethodHandles.lookup().findVarHandle(NeededDelay.class, "mostNs", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final long[] exactNs;
    private final long[] rows = new long[BUCKETS];
    private final double[] values;
    private final long[] lostRows;
    private final double[] lostValues;
    private long mostNs;

    /**
     * Rows and values that a delay loses.
     *
     * @param rows that are late
     * @param value sum of their values, 0 if rows have none
     */
    public record Loss(long rows, double value) {}

    /**
     * An empty histogram.
     *
     * @param weighted whether rows have a value
     * @param exactNs delays of which the loss is counted exactly
     */
    public NeededDelay(boolean weighted, long... exactNs) {
        this.exactNs = exactNs.clone();
        this.values = weighted ? new double[BUCKETS] : new double[0];
        this.lostRows = new long[exactNs.length];
        this.lostValues = new double[exactNs.length];
    }

    /** A row that needs this delay, 0 or more. One thread only. */
    public void add(long neededNs) {
        increase(rows, bucket(neededNs));
        if (neededNs > 0) {
            beyond(neededNs);
        }
    }

    /** A row that has a value, 0 or more; the histogram is weighted. One thread only. */
    public void add(long neededNs, double value) {
        add(neededNs);
        values[bucket(neededNs)] += value;
        for (int i = 0; i < exactNs.length; i++) {
            if (neededNs > exactNs[i]) {
                lostValues[i] += value;
            }
        }
    }

    private void beyond(long neededNs) {
        for (int i = 0; i < exactNs.length; i++) {
            if (neededNs > exactNs[i]) {
                increase(lostRows, i);
            }
        }
        if (neededNs > mostNs) {
            MOST.setOpaque(this, neededNs);
        }
    }

    /** Adds all rows of another histogram with the same exact delays. One thread only. */
    public void merge(NeededDelay other) {
        for (int i = 0; i < BUCKETS; i++) {
            rows[i] += other.rows[i];
        }
        for (int i = 0; i < values.length; i++) {
            values[i] += other.values[i];
        }
        for (int i = 0; i < exactNs.length; i++) {
            lostRows[i] += other.lostRows[i];
            lostValues[i] += other.lostValues[i];
        }
        mostNs = Math.max(mostNs, other.mostNs);
    }

    /** The rows as they are now, without values. Any thread; allocates. */
    public NeededDelay copy() {
        NeededDelay copy = new NeededDelay(false, exactNs);
        // Losses first: no row is then lost that is not among the rows.
        for (int i = 0; i < exactNs.length; i++) {
            copy.lostRows[i] = (long) COUNT.getAcquire(lostRows, i);
        }
        for (int i = 0; i < BUCKETS; i++) {
            copy.rows[i] = (long) COUNT.getOpaque(rows, i);
        }
        copy.mostNs = (long) MOST.getOpaque(this);
        return copy;
    }

    /** Number of rows. */
    public long rows() {
        long sum = 0;
        for (long count : rows) {
            sum += count;
        }
        return sum;
    }

    /** Rows that need no delay. */
    public long rowsInOrder() {
        return rows[0];
    }

    /** Sum of the values of all rows. */
    public double value() {
        double sum = 0;
        for (double value : values) {
            sum += value;
        }
        return sum;
    }

    /** The greatest delay that a row needs, exactly. */
    public long mostNs() {
        return mostNs;
    }

    /**
     * The delay with which a share of the rows is not late, by nearest rank: at most 0.1 % above the smallest such delay.
     *
     * @param share above 0, at most 1
     */
    public long delayNs(BigDecimal share) {
        long wanted = share.multiply(BigDecimal.valueOf(rows()))
                .setScale(0, RoundingMode.CEILING)
                .longValueExact();
        long seen = 0;
        for (int i = 0; i < BUCKETS; i++) {
            seen += rows[i];
            if (seen >= wanted) {
                return Math.min(greatest(i), mostNs);
            }
        }
        return mostNs;
    }

    /**
     * What a delay loses. It is exact for the exact delays, for those that {@link #delayNs} gives and for {@link #mostNs}; for others the rows of the bucket of
     * the delay count as lost.
     */
    public Loss loss(long delayNs) {
        for (int i = 0; i < exactNs.length; i++) {
            if (exactNs[i] == delayNs) {
                return new Loss(lostRows[i], lostValues[i]);
            }
        }
        if (delayNs >= mostNs) {
            return new Loss(0, 0);
        }
        int first = bucket(delayNs);
        long lost = 0;
        double value = 0;
        for (int i = greatest(first) == delayNs ? first + 1 : first; i < BUCKETS; i++) {
            lost += rows[i];
            value += values.length == 0 ? 0 : values[i];
        }
        return new Loss(lost, value);
    }

    private static void increase(long[] counts, int index) {
        COUNT.setOpaque(counts, index, counts[index] + 1);
    }

    private static int bucket(long delayNs) {
        if (delayNs < 2 * PER_OCTAVE) {
            return (int) delayNs;
        }
        int shift = Long.SIZE - 1 - BITS - Long.numberOfLeadingZeros(delayNs);
        return (shift << BITS) + (int) (delayNs >>> shift);
    }

    private static long greatest(int bucket) {
        if (bucket < 2 * PER_OCTAVE) {
            return bucket;
        }
        int shift = (bucket >>> BITS) - 1;
        return ((bucket - (shift << BITS) + 1L) << shift) - 1;
    }
}
