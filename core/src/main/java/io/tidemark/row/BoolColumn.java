package io.tidemark.row;

import io.tidemark.memory.OffHeap;

/** Typed handle of a bool column: index and offset looked up once. Use it with rows that have its column at its place; others are refused. */
public final class BoolColumn extends TypedColumn {
    BoolColumn(Schema schema, int index) {
        super(schema, index);
    }

    /** Value in this row; false when null. */
    public boolean get(RowView row) {
        return OffHeap.getLong(slot(row)) != 0;
    }

    /** Sets the value in the row that is being written. */
    public void set(RowWriter row, boolean value) {
        row.setBool(column(row), value);
    }
}
