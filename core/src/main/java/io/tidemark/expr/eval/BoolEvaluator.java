package io.tidemark.expr.eval;

import io.tidemark.row.RowView;

/** A three-valued truth value. */
public interface BoolEvaluator extends Evaluator {
    /** The value is false. */
    int FALSE = 0;
    /** The value is true. */
    int TRUE = 1;
    /** The value is null. */
    int NULL = -1;

    /** {@link #TRUE}, {@link #FALSE} or {@link #NULL}: one call, so that chains of and/or stay linear. */
    int test(RowView row);

    @Override
    default boolean isNull(RowView row) {
        return test(row) == NULL;
    }
}
