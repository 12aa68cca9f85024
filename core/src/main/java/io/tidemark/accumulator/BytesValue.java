package io.tidemark.accumulator;

import io.tidemark.expr.eval.BytesEvaluator;
import io.tidemark.row.BytesView;
import io.tidemark.row.RowView;

/** A text or binary value. */
final class BytesValue implements DistinctValue {
    private final BytesEvaluator value;
    private final BytesView view = new BytesView();
    private final BytesView current = new BytesView();

    BytesValue(BytesEvaluator value) {
        this.value = value;
    }

    @Override
    public boolean read(RowView row) {
        if (value.isNull(row)) {
            return false;
        }
        BytesView found = value.getBytes(row, view);
        current.wrap(found.address(), found.length());
        return true;
    }

    @Override
    public long hash() {
        return Hash64.of(current.address(), current.length());
    }

    @Override
    public long word() {
        throw new UnsupportedOperationException();
    }

    @Override
    public long address() {
        return current.address();
    }

    @Override
    public int length() {
        return current.length();
    }
}
