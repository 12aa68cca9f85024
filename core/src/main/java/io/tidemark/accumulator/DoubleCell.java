package io.tidemark.accumulator;

import io.tidemark.expr.eval.DoubleEvaluator;
import io.tidemark.memory.OffHeap;
import io.tidemark.row.RowView;
import io.tidemark.row.RowWriter;
import io.tidemark.state.BytesStore;

/** Keeps a double. NaN is greater than every other number, and negative zero smaller than zero, so that the order is total. */
final class DoubleCell implements ValueCell {
    private final DoubleEvaluator argument;

    DoubleCell(DoubleEvaluator argument) {
        this.argument = argument;
    }

    @Override
    public boolean isNull(RowView row) {
        return argument.isNull(row);
    }

    @Override
    public void store(RowView row, long address, BytesStore store) {
        OffHeap.putDouble(address, argument.getDouble(row));
    }

    @Override
    public int compare(RowView row, long address, BytesStore store) {
        return Double.compare(argument.getDouble(row), OffHeap.getDouble(address));
    }

    /** Without a branch, since which of two values is the greater one cannot be predicted. */
    @Override
    public void storeIf(RowView row, long address, BytesStore store, boolean greater) {
        double value = argument.getDouble(row);
        double kept = OffHeap.getDouble(address);
        double next = greater ? Math.max(value, kept) : Math.min(value, kept);
        if (next == next) {
            OffHeap.putDouble(address, next);
        } else {
            ValueCell.super.storeIf(row, address, store, greater);
        }
    }

    /** Without a branch, as {@link #storeIf}. */
    @Override
    public void copyIf(long from, BytesStore fromStore, long to, BytesStore toStore, boolean greater) {
        double value = OffHeap.getDouble(from);
        double kept = OffHeap.getDouble(to);
        double next = greater ? Math.max(value, kept) : Math.min(value, kept);
        if (next == next) {
            OffHeap.putDouble(to, next);
        } else {
            ValueCell.super.copyIf(from, fromStore, to, toStore, greater);
        }
    }

    @Override
    public void copy(long from, BytesStore fromStore, long to, BytesStore toStore) {
        OffHeap.putLong(to, OffHeap.getLong(from));
    }

    @Override
    public int compareKept(long left, BytesStore leftStore, long right, BytesStore rightStore) {
        return Double.compare(OffHeap.getDouble(left), OffHeap.getDouble(right));
    }

    @Override
    public void write(long address, BytesStore store, RowWriter out, int column) {
        out.setDouble(column, OffHeap.getDouble(address));
    }
}
