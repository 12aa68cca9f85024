package io.tidemark.accumulator;

import io.tidemark.expr.eval.LongEvaluator;
import io.tidemark.memory.OffHeap;
import io.tidemark.row.RowView;
import io.tidemark.row.RowWriter;
import io.tidemark.state.BytesStore;

/** Mean of ints or longs: a 128-bit sum that cannot overflow, then the count. */
final class AverageLong implements Accumulator {
    private static final double TWO_TO_64 = 18446744073709551616.0;

    private final LongEvaluator argument;
    private final int slot;
    private final int column;

    AverageLong(AccumulatorSite site) {
        this.argument = site.argument().asLong();
        this.slot = site.slots();
        this.column = site.column();
    }

    @Override
    public void add(RowView row, long value, BytesStore store) {
        if (!argument.isNull(row)) {
            long addend = argument.getLong(row);
            DecimalTotal.add(value + slot, addend >> 63, addend);
            long count = value + slot + DecimalTotal.BYTES;
            OffHeap.putLong(count, OffHeap.getLong(count) + 1);
        }
    }

    @Override
    public void retract(RowView row, long value, BytesStore store) {
        if (!argument.isNull(row)) {
            DecimalTotal.subtract(value + slot, argument.getLong(row) >> 63, argument.getLong(row));
            long count = value + slot + DecimalTotal.BYTES;
            OffHeap.putLong(count, OffHeap.getLong(count) - 1);
        }
    }

    @Override
    public void merge(long from, BytesStore fromStore, long to, BytesStore toStore) {
        DecimalTotal.add(to + slot, DecimalTotal.high(from + slot), DecimalTotal.low(from + slot));
        long count = to + slot + DecimalTotal.BYTES;
        OffHeap.putLong(count, OffHeap.getLong(count) + OffHeap.getLong(from + slot + DecimalTotal.BYTES));
    }

    @Override
    public void write(long value, BytesStore store, RowWriter out) {
        long count = OffHeap.getLong(value + slot + DecimalTotal.BYTES);
        if (count > 0) {
            out.setDouble(column, toDouble(value + slot) / count);
        }
    }

    /** The sum as a double; sums that fit a long go through it, so that they are rounded once. */
    private static double toDouble(long address) {
        long low = DecimalTotal.low(address);
        long high = DecimalTotal.high(address);
        if (high == low >> 63) {
            return low;
        }
        double unsignedLow = (low >>> 1) * 2.0 + (low & 1);
        return high * TWO_TO_64 + unsignedLow;
    }
}
