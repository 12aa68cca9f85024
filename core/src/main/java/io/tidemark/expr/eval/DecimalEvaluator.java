package io.tidemark.expr.eval;

import io.tidemark.row.RowView;

/** A decimal: a 128-bit unscaled value. Precision and scale are known from the type of the expression. */
public interface DecimalEvaluator extends Evaluator {
    /** Stores the unscaled value into {@code value}; undefined when {@link #isNull} is true, and may then not throw. */
    void getDecimal(RowView row, Decimal128 value);
}
