package io.tidemark.expr.eval;

import io.tidemark.row.BytesView;
import io.tidemark.row.RowView;

/** A text or binary value. */
public interface BytesEvaluator extends Evaluator {
    /**
     * Points {@code view} at the value and returns it; where {@link #isNull} is true the result is undefined and the call may
     * throw. The bytes are valid until the next call of this evaluator and as long as the row.
     */
    BytesView getBytes(RowView row, BytesView view);
}
