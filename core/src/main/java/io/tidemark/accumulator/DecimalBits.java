package io.tidemark.accumulator;

import io.tidemark.expr.eval.Decimal128;
import io.tidemark.expr.eval.DecimalEvaluator;
import io.tidemark.expr.eval.LongEvaluator;
import io.tidemark.row.RowView;

/** The unscaled value of a decimal of up to 18 digits. */
final class DecimalBits implements LongEvaluator {
    private final DecimalEvaluator value;
    private final Decimal128 scratch = new Decimal128();

    DecimalBits(DecimalEvaluator value) {
        this.value = value;
    }

    @Override
    public boolean isNull(RowView row) {
        return value.isNull(row);
    }

    @Override
    public long getLong(RowView row) {
        value.getDecimal(row, scratch);
        return scratch.low();
    }
}
