package io.tidemark.accumulator;

import io.tidemark.expr.eval.LongEvaluator;
import io.tidemark.row.RowView;

/** The same time for every row, so that first and last go by the order of arrival. */
final class ArrivalOrder implements LongEvaluator {
    ArrivalOrder() {}

    @Override
    public boolean isNull(RowView row) {
        return false;
    }

    @Override
    public long getLong(RowView row) {
        return 0;
    }
}
