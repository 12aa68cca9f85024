package io.tidemark.accumulator;

import io.tidemark.expr.eval.LongEvaluator;
import io.tidemark.row.RowView;

/** Position of a row in its journal, or of the row that caused it: the order of arrival. */
final class RowPosition implements LongEvaluator {
    RowPosition() {}

    @Override
    public boolean isNull(RowView row) {
        return false;
    }

    @Override
    public long getLong(RowView row) {
        return row.position();
    }
}
