package io.tidemark.row;

import io.tidemark.memory.OffHeap;

/** Typed handle of a double column: index and offset looked up once. Immutable; use it with rows of its own schema only. */
public final class DoubleColumn {
    private final String name;
    private final int index;
    private final int offset;

    DoubleColumn(Schema schema, int index) {
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

    /** Value in this row; 0 when null. */
    public double get(RowView row) {
        return OffHeap.getDouble(row.address() + offset);
    }

    /** Sets the value in the row that is being written. */
    public void set(RowWriter row, double value) {
        row.setDouble(index, value);
    }
}
