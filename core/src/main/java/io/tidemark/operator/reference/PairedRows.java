package io.tidemark.operator.reference;

import io.tidemark.operator.DropReason;
import io.tidemark.operator.OperatorContext;
import io.tidemark.operator.OperatorCounters;
import io.tidemark.operator.RowConsumer;
import io.tidemark.row.RowView;
import io.tidemark.row.RowWriter;
import io.tidemark.time.Watermark;

/** The stream of an inner or a left outer join: one row out for each partner, in the order of the table. */
final class PairedRows implements StreamSide {
    /** Longest row of the stream: with a row of the table and a version it still is a row. */
    private static final int LONGEST_ROW = RowWriter.MAX_ROW_BYTES - ReferenceRows.MAX_ROW_BYTES - 2 * Long.BYTES;

    private final Partners partners;
    private final boolean outer;
    private final OperatorContext context;
    private final OperatorCounters counters;
    private final RowConsumer next;

    PairedRows(Partners partners, boolean outer, OperatorContext context, RowConsumer next) {
        this.partners = partners;
        this.outer = outer;
        this.context = context;
        this.counters = context.counters();
        this.next = next;
    }

    @Override
    public void onRow(RowView row) {
        if (row.length() > LONGEST_ROW) {
            context.drop(row, DropReason.TOO_LARGE, Watermark.NONE);
            return;
        }
        boolean hasKey = partners.key().read(row);
        long partner = hasKey ? partners.first(row) : Partners.NONE;
        if (partner == Partners.NONE && !outer) {
            context.drop(row, hasKey ? DropReason.NO_PARTNER : DropReason.NULL_KEY, Watermark.NONE);
            return;
        }
        counters.rowAccepted();
        do {
            counters.rowOut();
            next.onRow(partners.result(row, partner));
            partner = partner == Partners.NONE ? partner : partners.next(row, partner);
        } while (partner != Partners.NONE);
    }

    @Override
    public void close() {
        partners.close();
    }
}
