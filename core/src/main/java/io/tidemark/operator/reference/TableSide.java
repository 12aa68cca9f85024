package io.tidemark.operator.reference;

import io.tidemark.row.RowKind;
import io.tidemark.row.RowView;

/** Takes the rows of the table's input into the table. */
interface TableSide extends AutoCloseable {
    /** Takes a row that was counted as in, and counts it as accepted or dropped. */
    void onRow(RowView row);

    @Override
    void close();

    /** Whether a row takes another away and brings none. */
    static boolean takesBack(RowView row) {
        return row.kind() == RowKind.DELETE || row.kind() == RowKind.UPDATE_BEFORE;
    }
}
