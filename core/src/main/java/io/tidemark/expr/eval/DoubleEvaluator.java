package io.tidemark.expr.eval;

import io.tidemark.row.RowView;

/** A double. */
public interface DoubleEvaluator extends Evaluator {
    /** The value; where {@link #isNull} is true the result is undefined and the call may throw. */
    double getDouble(RowView row);
}
