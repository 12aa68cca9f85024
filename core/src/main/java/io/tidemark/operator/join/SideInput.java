package io.tidemark.operator.join;

import io.tidemark.row.RowView;

/** Takes the rows of one side of a running join. */
interface SideInput {
    /** Takes a row. */
    void onRow(RowView row);
}
