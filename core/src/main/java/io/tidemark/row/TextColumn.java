package io.tidemark.row;

import io.tidemark.memory.OffHeap;

/** Typed handle of a text column: index and offset looked up once. Immutable; use it with rows of its own schema only. */
public final class TextColumn {
    private final String name;
    private final int index;
    private final int offset;

    TextColumn(Schema schema, int index) {
        this.name = schema.field(index).name();
        this.index = index;
        this.offset = schema.slotOffset(index);
    }

    /** Name of the column. */
    public String name() {
        return name;
    }

    /** Index of the column. */
    public int index() {
        return index;
    }

    /** Whether the column is null in this row. */
    public boolean isNull(RowView row) {
        return row.isNull(index);
    }

    /** Points the view at the bytes of the value and returns it; length 0 when null. */
    public BytesView get(RowView row, BytesView view) {
        long slot = OffHeap.getLong(row.address() + offset);
        return view.wrap(row.address() + (slot >>> 32), (int) slot);
    }

    /** Sets the value in the row that is being written. */
    public void set(RowWriter row, CharSequence value) {
        row.setString(index, value);
    }
}
