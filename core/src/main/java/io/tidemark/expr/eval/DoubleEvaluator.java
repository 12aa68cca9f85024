package io.tidemark.expr.eval;

import io.tidemark.row.RowView;

/** A double. */
public interface DoubleEvaluator extends Evaluator {
    /** The value; undefined when {@link #isNull} is true, and may then not throw. */
    double getDouble(RowView row);
}
