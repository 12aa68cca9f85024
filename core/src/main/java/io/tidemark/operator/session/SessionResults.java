package io.tidemark.operator.session;

import io.tidemark.row.RowView;

/** What comes out when: one implementation for each output mode. */
interface SessionResults {
    /** A session was opened by a row. */
    default void opened(long entry, long session, RowView cause) {}

    /** A session is about to become part of an earlier one of the same key, which is about to change. */
    default void absorbing(long entry, long session, long into, RowView cause) {}

    /** A session is about to change. */
    default void changing(long entry, long session, RowView cause) {}

    /** A session was opened or has changed, and holds the row. */
    default void changed(long entry, long session, boolean opened, RowView cause) {}

    /** A session is complete and about to go. The row with this origin moved the watermark. */
    default void closing(long entry, long session, int source, long position, long ingestTimeNs) {}

    /** A cut came. */
    default void cut(RowView cause) {}
}
