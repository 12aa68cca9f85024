package io.tidemark.operator.dedup;

import io.tidemark.row.BytesView;
import io.tidemark.row.DataType;
import io.tidemark.row.RowView;

/**
 * Compares a column of one row with a column of the same type of another: null is below all values and equals null, NaN is above and equals NaN, the
 * zeros are equal, text goes by code points. One thread.
 */
final class ValueOrder {
    private final BytesView leftBytes = new BytesView();
    private final BytesView rightBytes = new BytesView();

    /** Less than 0, 0, or more, as the left value is smaller, equal or greater. */
    int compare(DataType type, RowView left, int leftColumn, RowView right, int rightColumn) {
        boolean leftNull = left.isNull(leftColumn);
        if (leftNull || right.isNull(rightColumn)) {
            return leftNull == right.isNull(rightColumn) ? 0 : leftNull ? -1 : 1;
        }
        return switch (type.kind()) {
            case BOOL, INT, LONG, TIMESTAMP -> Long.compare(left.getLong(leftColumn), right.getLong(rightColumn));
            case DOUBLE -> Double.compare(left.getDouble(leftColumn) + 0.0, right.getDouble(rightColumn) + 0.0);
            case DECIMAL -> compareDecimals(type, left, leftColumn, right, rightColumn);
            case STRING, BINARY ->
                left.getBytes(leftColumn, leftBytes).compareBytes(right.getBytes(rightColumn, rightBytes));
        };
    }

    private static int compareDecimals(DataType type, RowView left, int leftColumn, RowView right, int rightColumn) {
        long leftLow = left.getLong(leftColumn);
        long rightLow = right.getLong(rightColumn);
        if (!type.isWideDecimal()) {
            return Long.compare(leftLow, rightLow);
        }
        int high = Long.compare(left.getDecimalHigh(leftColumn), right.getDecimalHigh(rightColumn));
        return high != 0 ? high : Long.compareUnsigned(leftLow, rightLow);
    }
}
