package io.tidemark.operator.asof;

import io.tidemark.operator.OperatorCounters;
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

    JoinOutput(
            Schema schema, int leftColumns, RightRows right, Cause cause, OperatorCounters counters, RowConsumer next) {
        this.schema = schema;
        this.leftColumns = leftColumns;
        this.right = right;
        this.cause = cause;
        this.counters = counters;
        this.next = next;
    }

    /**
     * Brings out one row in the name of the cause.
     *
     * @param rightBlock block of the right row, or 0 for nulls
     */
    void emit(RowView left, long rightBlock, RowKind kind) {
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
        counters.rowOut();
        next.onRow(out.finish().origin(cause.source(), cause.position(), cause.ingestTimeNs(), kind));
    }

    @Override
    public void close() {
        out.close();
    }
}
