package io.tidemark.expr.eval;

import io.tidemark.row.RowView;

/**
 * Computes a value from a row. One thread; nothing is allocated.
 *
 * <p>A holder asks {@link #isNull} first and, where it is false, the value of the same row. Some nodes choose a branch or
 * compute their value in {@code isNull} and hand it out in the next call for the value, so that nested trees stay linear:
 * therefore a holder either asks {@code isNull} for every row, or, where the value cannot be null, for none.
 *
 * <p>An error of the value (overflow, division by zero, a text that cannot be read) may come from either call. Where a null
 * operand decides the result, the values of the other operands need not be computed and their errors not be raised.
 */
public interface Evaluator {
    /** Whether the value is null for this row. */
    boolean isNull(RowView row);
}
