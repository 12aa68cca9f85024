package io.tidemark.row;

import io.tidemark.memory.OffHeap;

/** Typed handle of a double column: index and offset looked up once. Use it with rows that have its column at its place; others are refused. */
public final class DoubleColumn extends TypedColumn {
    DoubleColumn(Schema schema, int index) {
        super(schema, index);
    }

    /** Value in this row; 0 when null. */
    public double get(RowView row) {
        return OffHeap.getDouble(slot(row));
    }

    /** Sets the value in the row that is being written. */
    public void set(RowWriter row, double value) {
        row.setDouble(column(row), value);
    }
}
