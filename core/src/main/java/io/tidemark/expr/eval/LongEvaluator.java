package io.tidemark.expr.eval;

import io.tidemark.row.RowView;

/** An int, long or timestamp. */
public interface LongEvaluator extends Evaluator {
    /** The value; undefined when {@link #isNull} is true, and may then not throw. */
    long getLong(RowView row);
}
