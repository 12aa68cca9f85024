package io.tidemark.accumulator;

import io.tidemark.expr.eval.TextBuffer;
import io.tidemark.row.BytesView;
import io.tidemark.row.RowView;

/** Several values, or one that is wider than 8 bytes, one after the other in a buffer. */
final class TupleValue implements DistinctValue {
    private final TuplePart[] parts;
    private final TextBuffer buffer = new TextBuffer();
    private final BytesView current = new BytesView();

    TupleValue(TuplePart[] parts) {
        this.parts = parts;
    }

    @Override
    public boolean read(RowView row) {
        buffer.clear();
        for (TuplePart part : parts) {
            if (!part.append(row, buffer)) {
                return false;
            }
        }
        buffer.view(current);
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
