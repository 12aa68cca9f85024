package io.tidemark.row;

import io.tidemark.memory.OffHeap;
import java.math.BigDecimal;

/** Typed handle of a decimal column: index and offset looked up once. Use it with rows that have its column at its place; others are refused. */
public final class DecimalColumn extends TypedColumn {
    DecimalColumn(Schema schema, int index) {
        super(schema, index);
    }

    /** Unscaled value of a decimal of up to 18 digits, low word of a wider one; 0 when null. */
    public long getUnscaled(RowView row) {
        return OffHeap.getLong(slot(row));
    }

    /** Value in this row as a new object, or null. Allocates. */
    public BigDecimal get(RowView row) {
        return isNull(row) ? null : row.getDecimal(index());
    }

    /** Sets the unscaled value, digits after the point included, in the row that is being written. */
    public void setUnscaled(RowWriter row, long unscaled) {
        row.setDecimal(column(row), unscaled >> 63, unscaled);
    }

    /** Sets the value in the row that is being written; it must fit precision and scale. */
    public void set(RowWriter row, BigDecimal value) {
        row.setDecimal(column(row), value);
    }
}
