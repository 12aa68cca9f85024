package io.tidemark.expr.eval;

import io.tidemark.row.RowView;

/** Computes a value from a row. One thread; nothing is allocated. */
public interface Evaluator {
    /** Whether the value is null for this row. */
    boolean isNull(RowView row);
}
