package io.tidemark.expr.eval;

import io.tidemark.row.RowView;

/** A decimal: a 128-bit unscaled value. Precision and scale are known from the type of the expression. */
public interface DecimalEvaluator extends Evaluator {
    /**
     * Stores the unscaled value into {@code value}; where {@link #isNull} is true the result is undefined and the call may
     * throw.
     */
    void getDecimal(RowView row, Decimal128 value);
}
