package io.tidemark.operator.aggregate;

import io.tidemark.expr.eval.LongEvaluator;
import io.tidemark.memory.OffHeap;
import io.tidemark.row.RowView;
import io.tidemark.row.RowWriter;
import io.tidemark.state.StatePane;

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
    public void store(RowView row, long address, StatePane pane) {
        OffHeap.putLong(address, argument.getLong(row));
    }

    @Override
    public int compare(RowView row, long address, StatePane pane) {
        return Long.compare(argument.getLong(row), OffHeap.getLong(address));
    }

    @Override
    public void copy(long from, StatePane fromPane, long to, StatePane toPane) {
        OffHeap.putLong(to, OffHeap.getLong(from));
    }

    @Override
    public int compareKept(long left, StatePane leftPane, long right, StatePane rightPane) {
        return Long.compare(OffHeap.getLong(left), OffHeap.getLong(right));
    }

    @Override
    public void write(long address, StatePane pane, RowWriter out, int column) {
        out.setLong(column, OffHeap.getLong(address));
    }
}
