package io.tidemark.row;

import io.tidemark.memory.OffHeap;

/** Typed handle of an int, long or timestamp column: index and offset looked up once. Use it with rows that have its column at its place; others are refused. */
public final class LongColumn extends TypedColumn {
    LongColumn(Schema schema, int index) {
        super(schema, index);
    }

    /** Value in this row; 0 when null. A timestamp is in nanoseconds since 1970. */
    public long get(RowView row) {
        return OffHeap.getLong(slot(row));
    }

    /** Sets the value in the row that is being written. */
    public void set(RowWriter row, long value) {
        row.setLong(column(row), value);
    }
}
