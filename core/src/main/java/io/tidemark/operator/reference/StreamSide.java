package io.tidemark.operator.reference;

import io.tidemark.row.RowView;

/** Looks up the rows of the stream in the table. */
interface StreamSide extends AutoCloseable {
    /** Takes a row that was counted as in, counts it as accepted or dropped, and hands on what comes out. */
    void onRow(RowView row);

    @Override
    void close();
}
