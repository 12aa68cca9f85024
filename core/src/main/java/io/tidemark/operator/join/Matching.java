package io.tidemark.operator.join;

import io.tidemark.row.RowView;

/** What happens when a row meets rows of the other side. */
interface Matching {
    /**
     * Brings a row together with the rows of the other side that wait under its key.
     *
     * @return whether it needs no partner any more
     */
    boolean match(JoinSide own, JoinSide other, RowView row, long timeNs, JoinKey key);
}
