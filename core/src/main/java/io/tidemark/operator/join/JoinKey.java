package io.tidemark.operator.join;

import io.tidemark.expr.eval.RowEncoder;
import io.tidemark.memory.OffHeap;
import io.tidemark.row.RowView;
import io.tidemark.row.Schema;

/**
 * The key of the row in hand of one side, as its encoder wrote it. Equal keys have equal bytes.
 *
 * @param encoder encodes the key of a row
 * @param firstRequired null bits of the first 64 columns that may not be null
 * @param required the same of all columns, 64 in each, where there are more
 */
record JoinKey(RowEncoder encoder, long firstRequired, long[] required) {
    /**
     * A key.
     *
     * @param nullSafe for each column whether null equals null
     */
    static JoinKey of(RowEncoder encoder, Schema schema, boolean[] nullSafe) {
        long[] required = new long[schema.nullWords()];
        for (int column = 0; column < nullSafe.length; column++) {
            required[column >>> 6] |= nullSafe[column] ? 0 : 1L << column;
        }
        return new JoinKey(
                encoder, required.length == 0 ? 0 : required[0], required.length > 1 ? required : new long[0]);
    }

    /** Writes the key of a row; whether it can equal another: no column that may not be null is null. */
    boolean write(RowView row) {
        encoder.encode(row);
        return (firstRequired == 0 || (OffHeap.getLong(encoder.address()) & firstRequired) == 0)
                && (required.length == 0 || isWhole(encoder.address()));
    }

    private boolean isWhole(long address) {
        for (int word = 0; word < required.length; word++) {
            if ((OffHeap.getLong(address + ((long) word << 3)) & required[word]) != 0) {
                return false;
            }
        }
        return true;
    }

    long address() {
        return encoder.address();
    }

    int length() {
        return encoder.length();
    }
}
