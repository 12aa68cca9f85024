package io.tidemark.operator.asof;

import io.tidemark.operator.OperatorCounters;
import io.tidemark.operator.PairBuffer;
import io.tidemark.operator.RowConsumer;
import io.tidemark.row.RowKind;
import io.tidemark.row.RowView;
import io.tidemark.row.RowWriter;
import io.tidemark.row.Schema;
import io.tidemark.state.EntryTable;

/** Brings out rows of an as-of join: the columns of the left row, then those of the right one or nulls. */
final class JoinOutput implements AutoCloseable {
    private final Schema schema;
    private final int leftColumns;
    private final RightRows right;
    private final Cause cause;
    private final OperatorCounters counters;
    private final RowConsumer next;
    private final RowView view = new RowView();
    private final RowWriter out = new RowWriter();
    /** Makes rows where all columns are of fixed length, else null. */
    private final PairBuffer slots;

    JoinOutput(
            Schema schema, int leftColumns, RightRows right, Cause cause, OperatorCounters counters, RowConsumer next) {
        this.schema = schema;
        this.leftColumns = leftColumns;
        this.right = right;
        this.cause = cause;
        this.counters = counters;
        this.next = next;
        this.slots = PairBuffer.of(schema, leftColumns);
    }

    /**
     * Brings out one row in the name of the cause.
     *
     * @param rightBlock block of the right row, or 0 for nulls
     */
    void emit(RowView left, long rightBlock, RowKind kind) {
        counters.rowOut();
        next.onRow(row(left, rightBlock).origin(cause.source(), cause.position(), cause.ingestTimeNs(), kind));
    }

    private RowView row(RowView left, long rightBlock) {
        if (slots == null) {
            return written(left, rightBlock);
        }
        return rightBlock == EntryTable.NONE ? slots.leftAlone(left) : slots.both(left, right.view(rightBlock, view));
    }

    private RowView written(RowView left, long rightBlock) {
        out.start(schema);
        for (int column = 0; column < leftColumns; column++) {
            out.copy(column, left, column);
        }
        if (rightBlock != EntryTable.NONE) {
            right.view(rightBlock, view);
            for (int column = leftColumns; column < schema.size(); column++) {
                out.copy(column, view, column - leftColumns);
            }
        }
        return out.finish();
    }

    @Override
    public void close() {
        out.close();
        if (slots != null) {
            slots.close();
        }
    }
}
