package io.tidemark.operator.aggregate;

import io.tidemark.expr.eval.LongEvaluator;
import io.tidemark.memory.OffHeap;
import io.tidemark.row.RowView;
import io.tidemark.row.RowWriter;
import io.tidemark.state.StatePane;

/**
 * Keeps an int, long, timestamp or bool.
 *
 * @param argument what is kept
 */
record LongCell(LongEvaluator argument) implements ValueCell {
    @Override
    public boolean isNull(RowView row) {
        return argument.isNull(row);
    }

    @Override
    public void store(RowView row, long address, StatePane pane) {
        OffHeap.putLong(address, argument.getLong(row));
    }

    @Override
    public int compare(RowView row, long address, StatePane pane) {
        return Long.compare(argument.getLong(row), OffHeap.getLong(address));
    }

    @Override
    public void write(long address, StatePane pane, RowWriter out, int column) {
        out.setLong(column, OffHeap.getLong(address));
    }
}
