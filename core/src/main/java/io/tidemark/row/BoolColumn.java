package io.tidemark.row;

import io.tidemark.memory.OffHeap;

/** Typed handle of a bool column: index and offset looked up once. Immutable; use it with rows of its own schema only. */
public final class BoolColumn {
    private final String name;
    private final int index;
    private final int offset;

    BoolColumn(Schema schema, int index) {
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

    /** Value in this row; false when null. */
    public boolean get(RowView row) {
        return OffHeap.getLong(row.address() + offset) != 0;
    }

    /** Sets the value in the row that is being written. */
    public void set(RowWriter row, boolean value) {
        row.setBool(index, value);
    }
}
