package io.tidemark.operator;

import io.tidemark.row.RowView;

/** The next step of a chain: takes rows and watermarks in order. Engine thread only. */
public interface RowConsumer {
    /** Takes a row; the view is valid during the call. */
    void onRow(RowView row);

    /**
     * Takes a new watermark, greater than the one before: every row before {@code watermarkNs} is in. All rows that are due by
     * an earlier watermark were handed over before this call.
     *
     * @param cause the row that moved the watermark; only its origin may be used
     */
    void onWatermark(long watermarkNs, RowView cause);

    /**
     * Takes a cut: rows that changed since the last one come out now, or the whole result, where the output mode says so. In a query
     * that advances its watermark between batches a cut ends a batch; the watermark of the batch comes just before it.
     *
     * @param cause the last row before the cut; only its origin may be used
     */
    void onCut(RowView cause);
}
