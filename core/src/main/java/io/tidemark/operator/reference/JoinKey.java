package io.tidemark.operator.reference;

import io.tidemark.expr.eval.ColumnWriter;
import io.tidemark.row.RowView;
import io.tidemark.row.RowWriter;
import io.tidemark.row.Schema;

/**
 * Values of a row by which it is found, as bytes: equal values have equal bytes. A record, so that the compiler trusts its fields where the plan is a
 * constant.
 *
 * @param schema types of the values
 * @param columns finds the values of a row
 * @param out holds the values of the row in hand
 */
record JoinKey(Schema schema, ColumnWriter columns, RowWriter out) implements AutoCloseable {
    /** Takes the values of a row; {@code false} when one of them is null. */
    boolean read(RowView row) {
        out.start(schema);
        columns.write(row, out);
        RowView key = out.finish();
        for (int column = 0; column < schema.size(); column++) {
            if (key.isNull(column)) {
                return false;
            }
        }
        return true;
    }

    long address() {
        return out.row().address();
    }

    int length() {
        return out.row().length();
    }

    @Override
    public void close() {
        out.close();
    }
}
