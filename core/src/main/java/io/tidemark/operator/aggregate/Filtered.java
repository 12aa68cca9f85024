package io.tidemark.operator.aggregate;

import io.tidemark.expr.eval.BoolEvaluator;
import io.tidemark.row.RowView;
import io.tidemark.row.RowWriter;
import io.tidemark.state.StatePane;

/** An aggregate over the rows for which a condition is true. */
final class Filtered implements Accumulator {
    private final BoolEvaluator condition;
    private final Accumulator aggregate;

    Filtered(BoolEvaluator condition, Accumulator aggregate) {
        this.condition = condition;
        this.aggregate = aggregate;
    }

    @Override
    public boolean fits(RowView row, int maxBytes) {
        return condition.test(row) != BoolEvaluator.TRUE || aggregate.fits(row, maxBytes);
    }

    @Override
    public void add(RowView row, long value, StatePane pane) {
        if (condition.test(row) == BoolEvaluator.TRUE) {
            aggregate.add(row, value, pane);
        }
    }

    @Override
    public void merge(long from, StatePane fromPane, long to, StatePane toPane) {
        aggregate.merge(from, fromPane, to, toPane);
    }

    @Override
    public void write(long value, StatePane pane, RowWriter out) {
        aggregate.write(value, pane, out);
    }
}
