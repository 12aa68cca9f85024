package io.tidemark;

import io.tidemark.row.RowView;

/** Takes the rows of a query on the engine thread. */
@FunctionalInterface
public interface RowCallback {
    /**
     * Takes a row; the view is valid during the call.
     *
     * @param sequence number of the row from 0 on: after a restart rows come again with the number they had, so it serves as a key
     *     that makes a second delivery harmless
     */
    void onRow(RowView row, long sequence);
}
