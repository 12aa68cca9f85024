package io.tidemark.plan;

import io.tidemark.operator.RowConsumer;
import io.tidemark.row.RowView;
import java.util.List;

/** Hands the rows of one node to several, always in the same order. A record, so that the compiler trusts its fields. */
record FanOut(RowConsumer first, RowConsumer others) implements RowConsumer {
    /** The one consumer, or one that hands everything to all of them. */
    static RowConsumer of(List<RowConsumer> consumers) {
        RowConsumer result = consumers.get(consumers.size() - 1);
        for (int i = consumers.size() - 2; i >= 0; i--) {
            result = new FanOut(consumers.get(i), result);
        }
        return result;
    }

    @Override
    public void onRow(RowView row) {
        first.onRow(row);
        others.onRow(row);
    }

    @Override
    public void onWatermark(long watermarkNs, RowView cause) {
        first.onWatermark(watermarkNs, cause);
        others.onWatermark(watermarkNs, cause);
    }

    @Override
    public void onCut(RowView cause) {
        first.onCut(cause);
        others.onCut(cause);
    }
}
