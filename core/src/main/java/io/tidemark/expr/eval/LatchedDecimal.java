package io.tidemark.expr.eval;

import io.tidemark.row.RowView;

/** An evaluator that must compute its value to know whether it is null: done in {@link #isNull}, handed out once. */
abstract class LatchedDecimal implements DecimalEvaluator {
    private final Decimal128 value = new Decimal128();
    private boolean latched;

    /** Computes the value into {@code result}; false for null. */
    abstract boolean compute(RowView row, Decimal128 result);

    @Override
    public final boolean isNull(RowView row) {
        latched = false;
        latched = compute(row, value);
        return !latched;
    }

    @Override
    public final void getDecimal(RowView row, Decimal128 out) {
        if (!latched) {
            compute(row, value);
        }
        latched = false;
        out.set(value);
    }
}
