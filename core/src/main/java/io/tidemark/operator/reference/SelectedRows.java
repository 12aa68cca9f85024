package io.tidemark.operator.reference;

import io.tidemark.operator.DropReason;
import io.tidemark.operator.OperatorContext;
import io.tidemark.operator.OperatorCounters;
import io.tidemark.operator.RowConsumer;
import io.tidemark.row.RowView;
import io.tidemark.time.Watermark;

/** The stream of a semi or an anti join: rows come out as they are, if they have a partner or if they have none. */
final class SelectedRows implements StreamSide {
    private final Partners partners;
    private final boolean anti;
    private final OperatorContext context;
    private final OperatorCounters counters;
    private final RowConsumer next;

    SelectedRows(Partners partners, boolean anti, OperatorContext context, RowConsumer next) {
        this.partners = partners;
        this.anti = anti;
        this.context = context;
        this.counters = context.counters();
        this.next = next;
    }

    @Override
    public void onRow(RowView row) {
        boolean hasKey = partners.key().read(row);
        boolean found = hasKey && partners.first(row) != Partners.NONE;
        if (found != anti) {
            counters.rowAccepted();
            counters.rowOut();
            next.onRow(row);
        } else if (anti) {
            context.drop(row, DropReason.FILTERED, Watermark.NONE);
        } else {
            context.drop(row, hasKey ? DropReason.NO_PARTNER : DropReason.NULL_KEY, Watermark.NONE);
        }
    }

    @Override
    public void close() {
        partners.close();
    }
}
