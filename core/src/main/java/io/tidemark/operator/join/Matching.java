package io.tidemark.operator.join;

import io.tidemark.row.RowView;

/** What happens when a row of one side meets rows of the other side. */
interface Matching {
    /**
     * Brings a row together with the rows of the other side that wait under its key, which is written.
     *
     * @return whether it needs no partner any more
     */
    boolean match(RowView row, long timeNs);
}
