package io.tidemark.operator.join;

import io.tidemark.expr.eval.RowEncoder;
import io.tidemark.memory.OffHeap;
import io.tidemark.operator.Scratch;
import io.tidemark.row.RowView;
import io.tidemark.row.Schema;

/** The key of the row in hand, as the encoder of its side wrote it. Equal keys have equal bytes. */
final class JoinKey {
    private final long[] nullable;

    @Scratch("written before it is read")
    private RowEncoder key;

    /**
     * A key.
     *
     * @param nullSafe for each column whether null equals null
     */
    JoinKey(Schema schema, boolean[] nullSafe) {
        this.nullable = new long[schema.nullWords()];
        for (int column = 0; column < nullSafe.length; column++) {
            nullable[column >>> 6] |= nullSafe[column] ? 0 : 1L << column;
        }
    }

    /** Writes the key of a row; whether it can equal another: no column that may not be null is null. */
    boolean write(RowView row, RowEncoder encoder) {
        encoder.encode(row);
        if (key != encoder) {
            key = encoder;
        }
        return isWhole(encoder.address());
    }

    private boolean isWhole(long address) {
        for (int word = 0; word < nullable.length; word++) {
            if ((OffHeap.getLong(address + ((long) word << 3)) & nullable[word]) != 0) {
                return false;
            }
        }
        return true;
    }

    long address() {
        return key.address();
    }

    int length() {
        return key.length();
    }
}
