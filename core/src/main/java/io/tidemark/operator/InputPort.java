package io.tidemark.operator;

import io.tidemark.row.RowView;

/**
 * One input of an operator with several. Made by the plan's node factory, so that the JIT compiler sees it as a constant; it knows the operator by its
 * interface, since a node of a pinned plan has a class of its own.
 */
public final class InputPort implements RowConsumer {
    private final MultiInput operator;
    private final int ordinal;

    /** The input with this ordinal. */
    public InputPort(MultiInput operator, int ordinal) {
        this.operator = operator;
        this.ordinal = ordinal;
    }

    @Override
    public void onRow(RowView row) {
        operator.onRow(ordinal, row);
    }

    @Override
    public void onWatermark(long watermarkNs, RowView cause) {
        operator.onWatermark(ordinal, watermarkNs, cause);
    }

    @Override
    public void onCut(RowView cause) {
        operator.onCut(ordinal, cause);
    }
}
