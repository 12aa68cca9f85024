package io.tidemark.operator.join;

import io.tidemark.row.RowView;

/** What becomes of a row of one side after it met the other side. */
interface Keeping {
    /**
     * Lets a row wait, if some partner can still come or it has to come out later. Its key is written.
     *
     * @param timed whether it has a time
     * @param done whether it needs no partner any more
     */
    void keep(RowView row, boolean timed, long timeNs, boolean done);
}
