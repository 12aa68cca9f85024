package io.tidemark.operator;

import io.tidemark.row.RowView;

/** A running operator with several inputs: what {@link RowConsumer} says, with the ordinal of the input. */
public interface MultiInput extends Operator {
    /** Takes a row of an input. */
    void onRow(int input, RowView row);

    /** Takes a new watermark of an input. */
    void onWatermark(int input, long watermarkNs, RowView cause);

    /** Takes a cut of an input. */
    void onCut(int input, RowView cause);
}
