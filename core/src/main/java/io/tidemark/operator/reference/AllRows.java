package io.tidemark.operator.reference;

import io.tidemark.memory.OffHeap;
import io.tidemark.operator.DropReason;
import io.tidemark.operator.OperatorContext;
import io.tidemark.row.RowView;
import io.tidemark.row.RowWriter;
import io.tidemark.row.Schema;
import io.tidemark.time.Watermark;

/**
 * A table of all rows, equal ones too. A row that takes back removes the oldest row of the same content; to find it takes as long as to join with the rows
 * of its key.
 */
final class AllRows implements TableSide {
    private final JoinKey key;
    private final ReferenceRows rows;
    private final OperatorContext context;
    private final Schema schema;
    private final RowWriter content = new RowWriter();

    AllRows(JoinKey key, ReferenceRows rows, OperatorContext context) {
        this.key = key;
        this.rows = rows;
        this.context = context;
        this.schema = rows.schema();
    }

    @Override
    public void onRow(RowView row) {
        if (!key.read(row)) {
            context.drop(row, DropReason.NULL_KEY, Watermark.NONE);
            return;
        }
        RowView canonical = canonical(row);
        if (!TableSide.takesBack(row)) {
            if (rows.fits(key, canonical)) {
                context.counters().rowAccepted();
                rows.add(key, canonical);
            } else {
                context.drop(row, DropReason.TOO_LARGE, Watermark.NONE);
            }
            return;
        }
        long equal = equal(canonical);
        if (equal == ReferenceRows.NONE) {
            context.drop(row, DropReason.NO_PARTNER, Watermark.NONE);
        } else {
            context.counters().rowAccepted();
            rows.remove(equal);
        }
    }

    /** The row with texts in the order of the columns: equal rows have equal bytes. */
    private RowView canonical(RowView row) {
        content.start(schema);
        for (int column = 0; column < schema.size(); column++) {
            content.copy(column, row, column);
        }
        return content.finish().originOf(row);
    }

    private long equal(RowView row) {
        long at = rows.first(key);
        while (at != ReferenceRows.NONE) {
            RowView other = rows.view(at);
            if (other.length() == row.length() && OffHeap.equal(other.address(), row.address(), row.length())) {
                return at;
            }
            at = rows.next(at);
        }
        return at;
    }

    @Override
    public void close() {
        key.close();
        content.close();
    }
}
