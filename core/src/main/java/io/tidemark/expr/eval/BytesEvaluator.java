package io.tidemark.expr.eval;

import io.tidemark.row.BytesView;
import io.tidemark.row.RowView;

/** A text or binary value. */
public interface BytesEvaluator extends Evaluator {
    /**
     * Points {@code view} at the value and returns it; undefined when {@link #isNull} is true, and may then not throw. The
     * bytes are valid until the next call of this evaluator and as long as the row.
     */
    BytesView getBytes(RowView row, BytesView view);
}
