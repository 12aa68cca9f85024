package io.tidemark.benchmarks.throughput;

import io.tidemark.row.RowView;

/** Where a hand-written loop puts its results. Doubles come as their bits. */
abstract class LoopOutput implements AutoCloseable {
    /** A row of four columns. */
    abstract void row(long nulls, long a, long b, long c, long d);

    /** A row of six columns. */
    abstract void row(long nulls, long a, long b, long c, long d, long e, long f);

    /** A row of seven columns without nulls. */
    abstract void rowOfSeven(long a, long b, long c, long d, long e, long f, long g);

    /** A row as it came in. */
    abstract void copy(RowView row);

    /** Aggregates of one window and key. */
    final void window(long startNs, long endNs, long key, Totals totals) {
        window(startNs, endNs, key, totals.count, totals.sum, totals.min, totals.max);
    }

    /** The same by their values. */
    final void window(long startNs, long endNs, long key, long count, double sum, double min, double max) {
        rowOfSeven(
                startNs,
                endNs,
                key,
                count,
                Double.doubleToRawLongBits(sum),
                Double.doubleToRawLongBits(min),
                Double.doubleToRawLongBits(max));
    }

    @Override
    public abstract void close();

    /** Into a checksum. */
    static final class ToChecksum extends LoopOutput {
        private final Checksum checksum;

        ToChecksum(Checksum checksum) {
            this.checksum = checksum;
        }

        @Override
        void row(long nulls, long a, long b, long c, long d) {
            checksum.add(nulls, a, b, c, d);
        }

        @Override
        void row(long nulls, long a, long b, long c, long d, long e, long f) {
            checksum.add(nulls, a, b, c, d, e, f);
        }

        @Override
        void rowOfSeven(long a, long b, long c, long d, long e, long f, long g) {
            checksum.addSeven(a, b, c, d, e, f, g);
        }

        @Override
        void copy(RowView row) {
            checksum.add(row.address(), row.length());
        }

        @Override
        public void close() {
            // Nothing is open.
        }
    }
}
