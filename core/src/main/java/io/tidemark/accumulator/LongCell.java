package io.tidemark.accumulator;

import io.tidemark.expr.eval.LongEvaluator;
import io.tidemark.memory.OffHeap;
import io.tidemark.row.RowView;
import io.tidemark.row.RowWriter;
import io.tidemark.state.BytesStore;

/** Keeps an int, long, timestamp or bool. */
final class LongCell implements ValueCell {
    private final LongEvaluator argument;

    LongCell(LongEvaluator argument) {
        this.argument = argument;
    }

    @Override
    public boolean isNull(RowView row) {
        return argument.isNull(row);
    }

    @Override
    public void store(RowView row, long address, BytesStore store) {
        OffHeap.putLong(address, argument.getLong(row));
    }

    @Override
    public int compare(RowView row, long address, BytesStore store) {
        return Long.compare(argument.getLong(row), OffHeap.getLong(address));
    }

    @Override
    public void storeIf(RowView row, long address, BytesStore store, boolean greater) {
        long value = argument.getLong(row);
        long kept = OffHeap.getLong(address);
        OffHeap.putLong(address, greater ? Math.max(value, kept) : Math.min(value, kept));
    }

    @Override
    public void copyIf(long from, BytesStore fromStore, long to, BytesStore toStore, boolean greater) {
        long value = OffHeap.getLong(from);
        long kept = OffHeap.getLong(to);
        OffHeap.putLong(to, greater ? Math.max(value, kept) : Math.min(value, kept));
    }

    @Override
    public void copy(long from, BytesStore fromStore, long to, BytesStore toStore) {
        OffHeap.putLong(to, OffHeap.getLong(from));
    }

    @Override
    public int compareKept(long left, BytesStore leftStore, long right, BytesStore rightStore) {
        return Long.compare(OffHeap.getLong(left), OffHeap.getLong(right));
    }

    @Override
    public void write(long address, BytesStore store, RowWriter out, int column) {
        out.setLong(column, OffHeap.getLong(address));
    }
}
