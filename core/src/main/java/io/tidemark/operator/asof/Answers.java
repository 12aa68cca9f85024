package io.tidemark.operator.asof;

import io.tidemark.row.RowView;

/** What is said about left rows, and when. Engine thread only. */
interface Answers extends AutoCloseable {
    /** The row waits. */
    int WAITS = 0;
    /** The row is to be answered at once. */
    int AT_ONCE = 1;
    /** The row is too long to be kept. */
    int TOO_LARGE = 2;

    /** Takes a left row whose key is encoded; says what becomes of it. */
    int take(RowView row, long timeNs);

    /** Answers the left row that was taken last, {@link #AT_ONCE}; the cause is set, and nothing that is due is pending. */
    void answer(RowView row, long timeNs);

    /** Brings out a left row that can have no partner, likewise; {@code false} when it is to be dropped instead. */
    boolean answerUnmatched(RowView row);

    /** Whether what is made of a right row is short enough to be kept. */
    default boolean fits(RowView row) {
        return true;
    }

    /** Takes a right row whose key is encoded. */
    void keep(RowView row, long timeNs);

    /** Whether right rows may bring something out at once; then the cause is set before, and nothing that is due is pending. */
    boolean corrects();

    /** Takes a waiting row whose due time has come; the cause is set. */
    void finish(long block);

    @Override
    void close();
}
