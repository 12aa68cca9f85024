package io.tidemark.row;

import io.tidemark.memory.OffHeap;
import java.math.BigDecimal;

/** Typed handle of a decimal column: index and offset looked up once. Immutable; use it with rows of its own schema only. */
public final class DecimalColumn {
    private final String name;
    private final int index;
    private final int offset;

    DecimalColumn(Schema schema, int index) {
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

    /** Unscaled value of a decimal of up to 18 digits, low word of a wider one; 0 when null. */
    public long getUnscaled(RowView row) {
        return OffHeap.getLong(row.address() + offset);
    }

    /** Value in this row as a new object, or null. Allocates. */
    public BigDecimal get(RowView row) {
        return row.getDecimal(index);
    }

    /** Sets the unscaled value, digits after the point included, in the row that is being written. */
    public void setUnscaled(RowWriter row, long unscaled) {
        row.setDecimal(index, unscaled >> 63, unscaled);
    }

    /** Sets the value in the row that is being written; it must fit precision and scale. */
    public void set(RowWriter row, BigDecimal value) {
        row.setDecimal(index, value);
    }
}
