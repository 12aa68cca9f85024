package io.tidemark.accumulator;

import io.tidemark.expr.eval.DoubleEvaluator;
import io.tidemark.memory.OffHeap;
import io.tidemark.row.RowView;
import io.tidemark.row.RowWriter;
import io.tidemark.state.BytesStore;

/** Mean of doubles: the compensated sum, then the count. */
final class AverageDouble implements Accumulator {
    private final DoubleEvaluator argument;
    private final int slot;
    private final int column;

    AverageDouble(AccumulatorSite site) {
        this.argument = site.argument().asDouble();
        this.slot = site.slots();
        this.column = site.column();
    }

    @Override
    public void add(RowView row, long value, BytesStore store) {
        if (!argument.isNull(row)) {
            DoubleTotal.add(value + slot, argument.getDouble(row));
            long count = value + slot + DoubleTotal.BYTES;
            OffHeap.putLong(count, OffHeap.getLong(count) + 1);
        }
    }

    @Override
    public void merge(long from, BytesStore fromStore, long to, BytesStore toStore) {
        DoubleTotal.merge(from + slot, to + slot);
        long count = to + slot + DoubleTotal.BYTES;
        OffHeap.putLong(count, OffHeap.getLong(count) + OffHeap.getLong(from + slot + DoubleTotal.BYTES));
    }

    @Override
    public void write(long value, BytesStore store, RowWriter out) {
        long count = OffHeap.getLong(value + slot + DoubleTotal.BYTES);
        if (count > 0) {
            out.setDouble(column, DoubleTotal.get(value + slot) / count);
        }
    }
}
