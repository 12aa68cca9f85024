package io.tidemark.accumulator;

import io.tidemark.expr.eval.DoubleEvaluator;
import io.tidemark.expr.eval.LongEvaluator;
import io.tidemark.row.RowView;

/** The bits of a double, one pattern for every NaN and one for both zeros. */
final class DoubleBits implements LongEvaluator {
    private final DoubleEvaluator value;

    DoubleBits(DoubleEvaluator value) {
        this.value = value;
    }

    @Override
    public boolean isNull(RowView row) {
        return value.isNull(row);
    }

    @Override
    public long getLong(RowView row) {
        return Double.doubleToLongBits(value.getDouble(row) + 0.0);
    }
}
