package io.tidemark.operator.join;

import io.tidemark.expr.eval.ColumnWriter;
import io.tidemark.memory.OffHeap;
import io.tidemark.row.RowView;
import io.tidemark.row.RowWriter;
import io.tidemark.row.Schema;

/** The key of the row in hand. Equal keys have equal bytes. */
final class JoinKey implements AutoCloseable {
    private final Schema schema;
    private final long[] nullable;
    private final RowWriter key = new RowWriter();

    /**
     * A key.
     *
     * @param nullSafe for each column whether null equals null
     */
    JoinKey(Schema schema, boolean[] nullSafe) {
        this.schema = schema;
        this.nullable = new long[schema.nullWords()];
        for (int column = 0; column < nullSafe.length; column++) {
            nullable[column >>> 6] |= nullSafe[column] ? 0 : 1L << column;
        }
    }

    /** Writes the key of a row; whether it can equal another: no column that may not be null is null. */
    boolean write(RowView row, ColumnWriter columns) {
        key.start(schema);
        columns.write(row, key);
        long address = key.finish().address();
        for (int word = 0; word < nullable.length; word++) {
            if ((OffHeap.getLong(address + ((long) word << 3)) & nullable[word]) != 0) {
                return false;
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
