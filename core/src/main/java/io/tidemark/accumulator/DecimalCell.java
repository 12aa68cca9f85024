package io.tidemark.accumulator;

import io.tidemark.expr.eval.Decimal128;
import io.tidemark.expr.eval.DecimalEvaluator;
import io.tidemark.memory.OffHeap;
import io.tidemark.row.RowView;
import io.tidemark.row.RowWriter;
import io.tidemark.state.BytesStore;

/** Keeps a decimal: 8 bytes, or 16 for more than 18 digits. */
final class DecimalCell implements ValueCell {
    private final DecimalEvaluator argument;
    private final boolean wide;
    private final Decimal128 scratch = new Decimal128();

    DecimalCell(DecimalEvaluator argument, boolean wide) {
        this.argument = argument;
        this.wide = wide;
    }

    @Override
    public boolean isNull(RowView row) {
        return argument.isNull(row);
    }

    @Override
    public void store(RowView row, long address, BytesStore store) {
        argument.getDecimal(row, scratch);
        OffHeap.putLong(address, scratch.low());
        if (wide) {
            OffHeap.putLong(address + Long.BYTES, scratch.high());
        }
    }

    @Override
    public int compare(RowView row, long address, BytesStore store) {
        argument.getDecimal(row, scratch);
        long low = OffHeap.getLong(address);
        int byHigh = Long.compare(scratch.high(), high(address, low));
        return byHigh != 0 ? byHigh : Long.compareUnsigned(scratch.low(), low);
    }

    @Override
    public void copy(long from, BytesStore fromStore, long to, BytesStore toStore) {
        OffHeap.copy(from, to, wide ? 2 * Long.BYTES : Long.BYTES);
    }

    @Override
    public int compareKept(long left, BytesStore leftStore, long right, BytesStore rightStore) {
        long leftLow = OffHeap.getLong(left);
        long rightLow = OffHeap.getLong(right);
        int byHigh = Long.compare(high(left, leftLow), high(right, rightLow));
        return byHigh != 0 ? byHigh : Long.compareUnsigned(leftLow, rightLow);
    }

    @Override
    public void write(long address, BytesStore store, RowWriter out, int column) {
        long low = OffHeap.getLong(address);
        out.setDecimal(column, high(address, low), low);
    }

    private long high(long address, long low) {
        return wide ? OffHeap.getLong(address + Long.BYTES) : low >> 63;
    }
}
