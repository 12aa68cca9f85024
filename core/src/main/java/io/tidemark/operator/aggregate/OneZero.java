package io.tidemark.operator.aggregate;

import io.tidemark.expr.eval.DoubleEvaluator;
import io.tidemark.row.RowView;

/**
 * A double with negative zero made positive.
 *
 * @param value the double
 */
record OneZero(DoubleEvaluator value) implements DoubleEvaluator {
    @Override
    public boolean isNull(RowView row) {
        return value.isNull(row);
    }

    @Override
    public double getDouble(RowView row) {
        return value.getDouble(row) + 0.0;
    }
}
