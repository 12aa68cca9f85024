package io.tidemark.expr.eval;

import io.tidemark.row.RowView;

/** An int, long or timestamp. */
public interface LongEvaluator extends Evaluator {
    /** The value; where {@link #isNull} is true the result is undefined and the call may throw. */
    long getLong(RowView row);
}
