package io.tidemark.expr.eval;

import io.tidemark.row.RowView;

/** An evaluator that must compute its value to know whether it is null: done in {@link #isNull}, handed out once. */
abstract class LatchedDouble implements DoubleEvaluator {
    private boolean latched;
    private double value;

    /** Computes the value and passes it to {@link #result}; false for null. */
    abstract boolean compute(RowView row);

    /** Takes the computed value. */
    final void result(double newValue) {
        value = newValue;
    }

    @Override
    public final boolean isNull(RowView row) {
        latched = false;
        latched = compute(row);
        return !latched;
    }

    @Override
    public final double getDouble(RowView row) {
        if (!latched) {
            compute(row);
        }
        latched = false;
        return value;
    }
}
