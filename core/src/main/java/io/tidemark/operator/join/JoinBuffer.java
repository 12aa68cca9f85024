package io.tidemark.operator.join;

import io.tidemark.row.RowView;
import io.tidemark.state.EntryTable;
import io.tidemark.time.Watermark;

/** The rows of one side that wait, for each key in the order of their times. A row is known by its node. */
interface JoinBuffer {
    /** No row. */
    long NONE = EntryTable.NONE;
    /** A row goes never. */
    long NEVER = Watermark.END;

    /** Whether a row and its key fit. */
    boolean fits(RowView row, int keyBytes);

    /**
     * Takes a row in.
     *
     * @param goneAtNs first watermark at which it goes, or {@link #NEVER}
     * @param earliestNs neither this row nor one that is taken in later goes before this watermark; never less than before, and
     *     {@link Watermark#NONE} where that is not known
     * @param watermarkNs the watermark by which rows go
     * @return its node
     */
    long add(
            long keyAddress,
            int keyBytes,
            long timeNs,
            long arrival,
            RowView row,
            long goneAtNs,
            long earliestNs,
            long watermarkNs);

    /**
     * The first row of a key between two times, or {@link #NONE}.
     *
     * @param watermarkNs rows that are gone by it need not be found
     */
    long first(long keyAddress, int keyBytes, long fromNs, long lastNs, long watermarkNs);

    /** The row of the same key after this one up to a time, or {@link #NONE}. */
    long next(long node, long lastNs);

    /** Event time of a row. */
    long timeNs(long node);

    /** Number of the row in the order of arrival over both sides. */
    long arrival(long node);

    /** The row; the view is good until the next call. */
    RowView row(long node);

    /** Whether the row has had a partner; not of rows that leave early. */
    boolean isMatched(long node);

    /** Notes that the row has a partner; not of rows that leave early. */
    void match(long node);

    /** Whether the row can have no partner although its key and the time it is sorted by say so; not of rows that leave early. */
    boolean isHopeless(long node);

    /** Notes that the row can have no partner; not of rows that leave early. */
    void giveUp(long node);

    /** Removes a row before it is due; its node is dead. */
    void remove(long node);

    /** Number of rows that wait at a watermark; of many rows, those that are gone may be counted until their room is free. */
    long size(long watermarkNs);

    /**
     * Brings some of the rows that go one by one by a watermark into order. To be called until there is nothing to do, before {@link #firstDue}.
     *
     * @return rows that were looked at, 0 when there is nothing to do
     */
    int prepare(long watermarkNs);

    /** No row goes one by one before this watermark; greater than any if none does. */
    long firstDueNs();

    /** The row that goes first, or {@link #NONE} if it left early; something must be due. */
    long firstDue();

    /** Lets the row go that goes first. */
    void removeFirstDue();

    /** Frees the room of rows that are gone and need not go one by one; returns how many, 0 when nothing is to be done. */
    int drop(long watermarkNs, int budget);
}
