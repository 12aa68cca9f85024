package io.tidemark.operator.asof;

import io.tidemark.expr.eval.ColumnWriter;
import io.tidemark.row.RowView;
import io.tidemark.row.RowWriter;
import io.tidemark.row.Schema;

/**
 * The key of the rows of one side. A record, so that the compiler trusts its fields where the plan is a constant.
 *
 * @param schema columns of the key
 * @param columns writes the key of a row
 * @param nullable whether a part of the key can be null
 * @param key the key of the row in hand
 */
record SideKey(Schema schema, ColumnWriter columns, boolean nullable, RowWriter key) implements AutoCloseable {
    /** Encodes the key of a row; {@code false} when a part of it is null, so that it equals no other. */
    boolean encode(RowView row) {
        key.start(schema);
        columns.write(row, key);
        RowView encoded = key.finish();
        if (nullable) {
            for (int column = 0; column < schema.size(); column++) {
                if (encoded.isNull(column)) {
                    return false;
                }
            }
        }
        return true;
    }

    long address() {
        return key.row().address();
    }

    int length() {
        return key.row().length();
    }

    @Override
    public void close() {
        key.close();
    }
}
