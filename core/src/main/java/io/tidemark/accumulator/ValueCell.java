package io.tidemark.accumulator;

import io.tidemark.expr.eval.BoolEvaluator;
import io.tidemark.expr.eval.LongEvaluator;
import io.tidemark.expr.eval.NodeFactory;
import io.tidemark.expr.eval.TypedEvaluator;
import io.tidemark.row.DataType;
import io.tidemark.row.RowView;
import io.tidemark.row.RowWriter;
import io.tidemark.state.BytesStore;

/** Keeps one value of an argument in a group: what min, max, first and last have in common. */
interface ValueCell {
    /** Whether the argument is null in this row. */
    boolean isNull(RowView row);

    /** Whether the argument of this row fits a state page. */
    default boolean fits(RowView row, int maxBytes) {
        return true;
    }

    /** Whether {@link #fits} has to be asked. */
    default boolean sized() {
        return false;
    }

    /** Keeps the argument of this row, which is not null. */
    void store(RowView row, long address, BytesStore store);

    /** Compares the argument of this row with the value that is kept. */
    int compare(RowView row, long address, BytesStore store);

    /** Keeps the argument of this row, which is not null, if it is greater than what is kept, or if it is smaller. */
    default void storeIf(RowView row, long address, BytesStore store, boolean greater) {
        int order = compare(row, address, store);
        if (greater ? order > 0 : order < 0) {
            store(row, address, store);
        }
    }

    /** Keeps the value of another cell. */
    void copy(long from, BytesStore fromStore, long to, BytesStore toStore);

    /** Compares the value of one cell with that of another. */
    int compareKept(long left, BytesStore leftStore, long right, BytesStore rightStore);

    /** Keeps the value of another cell if it is greater than what is kept, or if it is smaller. */
    default void copyIf(long from, BytesStore fromStore, long to, BytesStore toStore, boolean greater) {
        int order = compareKept(from, fromStore, to, toStore);
        if (greater ? order > 0 : order < 0) {
            copy(from, fromStore, to, toStore);
        }
    }

    /** Frees the bytes of a cell, which may be empty. */
    default void release(long address, BytesStore store) {
        // Numbers own none.
    }

    /** Stores the value that is kept in a column. */
    void write(long address, BytesStore store, RowWriter out, int column);

    /** Bytes of the cell. */
    static int bytes(DataType type) {
        return type.isVariableLength() ? BytesCell.BYTES : type.isWideDecimal() ? 2 * Long.BYTES : Long.BYTES;
    }

    /** A cell for an argument. */
    static ValueCell of(TypedEvaluator argument, NodeFactory nodes) {
        return switch (argument.type().kind()) {
            case BOOL ->
                nodes.<ValueCell>create(
                        LongCell.class, nodes.<LongEvaluator>create(BoolAsLong.class, argument.asBool()));
            case INT, LONG, TIMESTAMP -> nodes.<ValueCell>create(LongCell.class, argument.asLong());
            case DOUBLE -> nodes.<ValueCell>create(DoubleCell.class, argument.asDouble());
            case DECIMAL ->
                nodes.<ValueCell>create(
                        DecimalCell.class, argument.asDecimal(), argument.type().isWideDecimal());
            case STRING, BINARY -> nodes.<ValueCell>create(BytesCell.class, argument.asBytes());
        };
    }

    /** A truth value as 0 or 1. */
    final class BoolAsLong implements LongEvaluator {
        private final BoolEvaluator value;

        BoolAsLong(BoolEvaluator value) {
            this.value = value;
        }

        @Override
        public boolean isNull(RowView row) {
            return value.isNull(row);
        }

        @Override
        public long getLong(RowView row) {
            return value.test(row) == BoolEvaluator.TRUE ? 1 : 0;
        }
    }
}
