package io.tidemark.operator.dedup;

import io.tidemark.row.DataType;
import io.tidemark.row.RowView;

/** Tells whether a row is better than the kept row of its key. One thread. */
final class Ranking {
    private final ValueOrder order = new ValueOrder();
    private final DataType type;
    private final int column;
    private final int keptColumn;
    private final int sign;

    /**
     * A ranking.
     *
     * @param type type of the column that ranks, or null when the first row is the best
     * @param column its index in a row
     * @param keptColumn its index in what is kept of a row
     * @param sign 1 when the greatest is best, -1 when the smallest is
     */
    Ranking(DataType type, int column, int keptColumn, int sign) {
        this.type = type;
        this.column = column;
        this.keptColumn = keptColumn;
        this.sign = sign;
    }

    /** More than 0 when the row is better than the kept one, 0 when it is as good, less when it is worse. */
    int compare(RowView row, RowView kept) {
        return type == null ? 0 : sign * Integer.signum(order.compare(type, row, column, kept, keptColumn));
    }
}
