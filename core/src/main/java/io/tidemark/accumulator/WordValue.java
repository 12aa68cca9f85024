package io.tidemark.accumulator;

import io.tidemark.expr.eval.LongEvaluator;
import io.tidemark.operator.Scratch;
import io.tidemark.row.RowView;

/** A value of up to 8 bytes. */
final class WordValue implements DistinctValue {
    private final LongEvaluator value;

    @Scratch("set by each read")
    private long word;

    WordValue(LongEvaluator value) {
        this.value = value;
    }

    @Override
    public boolean read(RowView row) {
        if (value.isNull(row)) {
            return false;
        }
        word = value.getLong(row);
        return true;
    }

    @Override
    public long hash() {
        return Hash64.of(word);
    }

    @Override
    public long word() {
        return word;
    }

    @Override
    public long address() {
        throw new UnsupportedOperationException();
    }

    @Override
    public int length() {
        return Long.BYTES;
    }
}
