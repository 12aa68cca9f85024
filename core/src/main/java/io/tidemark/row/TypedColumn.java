package io.tidemark.row;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.Problem;
import io.tidemark.error.TidemarkException;
import java.util.Objects;

/**
 * What the typed handles have in common: a column of one schema, looked up once. A handle may be used by several threads and with
 * rows of every schema that has the same column at the same place; any other row is refused.
 */
abstract sealed class TypedColumn permits BoolColumn, DecimalColumn, DoubleColumn, LongColumn, TextColumn {
    private final Field field;
    private final int index;
    private final int offset;
    /** The schema that was found to fit last. Schemas are immutable, so a race only costs a second look. */
    private Schema known;

    TypedColumn(Schema schema, int index) {
        this.field = schema.field(index);
        this.index = index;
        this.offset = schema.slotOffset(index);
        this.known = schema;
    }

    /** Name of the column. */
    public final String name() {
        return field.name();
    }

    /** Index of the column. */
    public final int index() {
        return index;
    }

    /**
     * Whether the column is null in this row.
     *
     * @throws TidemarkException {@code SCHEMA_MISMATCH} when the row has another schema, {@code QUERY_STATE_INVALID} when the view
     *     holds no row any more
     */
    public final boolean isNull(RowView row) {
        require(row.schema());
        return row.isNull(index);
    }

    /** Address of the column's slot in a row that has the column. */
    final long slot(RowView row) {
        require(row.schema());
        return row.address() + offset;
    }

    /** Index of the column in a row that is being written and has the column. */
    final int column(RowWriter row) {
        require(row.schema());
        return index;
    }

    private void require(Schema schema) {
        if (schema != known) {
            look(schema);
        }
    }

    private void look(Schema schema) {
        if (schema == null) {
            throw new TidemarkException(
                    ErrorCode.QUERY_STATE_INVALID,
                    "There is no row from which column '" + name() + "' could be taken.",
                    "Use a view during the call it was handed to, and a writer after its start.");
        }
        if (index >= schema.size()
                || schema.slotOffset(index) != offset
                || !Objects.equals(schema.field(index).name(), field.name())
                || !schema.type(index).equals(field.type())) {
            throw new TidemarkException(new Problem(
                    ErrorCode.SCHEMA_MISMATCH,
                    "",
                    name(),
                    "The handle is of column " + index + ", '" + field + "', and the row is of (" + schema + ").",
                    "Take the handle from the schema of the row."));
        }
        known = schema;
    }
}
