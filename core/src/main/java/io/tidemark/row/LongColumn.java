package io.tidemark.row;

import io.tidemark.memory.OffHeap;

/** Typed handle of an int, long or timestamp column: index and offset looked up once. Immutable; use it with rows of its own schema only. */
public final class LongColumn {
    private final String name;
    private final int index;
    private final int offset;

    LongColumn(Schema schema, int index) {
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

    /** Value in this row; 0 when null. A timestamp is in nanoseconds since 1970. */
    public long get(RowView row) {
        return OffHeap.getLong(row.address() + offset);
    }

    /** Sets the value in the row that is being written. */
    public void set(RowWriter row, long value) {
        row.setLong(index, value);
    }
}
