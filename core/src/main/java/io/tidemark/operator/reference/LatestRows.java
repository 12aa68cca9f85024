package io.tidemark.operator.reference;

import io.tidemark.operator.DropReason;
import io.tidemark.operator.OperatorContext;
import io.tidemark.row.RowView;
import io.tidemark.time.Watermark;

/**
 * A table of the latest row of each key, where the key is what the join goes by. A row that does not fit still removes the one before it: no partner is
 * better than one that is no longer true.
 */
final class LatestRows implements TableSide {
    private final JoinKey key;
    private final ReferenceRows rows;
    private final OperatorContext context;

    LatestRows(JoinKey key, ReferenceRows rows, OperatorContext context) {
        this.key = key;
        this.rows = rows;
        this.context = context;
    }

    @Override
    public void onRow(RowView row) {
        if (!key.read(row)) {
            context.drop(row, DropReason.NULL_KEY, Watermark.NONE);
            return;
        }
        long before = rows.first(key);
        if (before != ReferenceRows.NONE) {
            rows.remove(before);
        }
        if (TableSide.takesBack(row)) {
            context.counters().rowAccepted();
        } else if (rows.fits(key, row)) {
            context.counters().rowAccepted();
            rows.add(key, row);
        } else {
            context.drop(row, DropReason.TOO_LARGE, Watermark.NONE);
        }
    }

    @Override
    public void close() {
        key.close();
    }
}
