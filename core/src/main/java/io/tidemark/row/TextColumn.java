package io.tidemark.row;

import io.tidemark.memory.OffHeap;

/** Typed handle of a text column: index and offset looked up once. Use it with rows that have its column at its place; others are refused. */
public final class TextColumn extends TypedColumn {
    TextColumn(Schema schema, int index) {
        super(schema, index);
    }

    /** Points the view at the bytes of the value and returns it; length 0 when null. */
    public BytesView get(RowView row, BytesView view) {
        long slot = OffHeap.getLong(slot(row));
        return view.wrap(row.address() + (slot >>> 32), (int) slot);
    }

    /** Sets the value in the row that is being written. */
    public void set(RowWriter row, CharSequence value) {
        row.setString(column(row), value);
    }
}
