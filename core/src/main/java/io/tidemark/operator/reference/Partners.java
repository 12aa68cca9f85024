package io.tidemark.operator.reference;

import io.tidemark.expr.eval.BoolEvaluator;
import io.tidemark.row.RowView;
import io.tidemark.row.RowWriter;
import io.tidemark.row.Schema;

/**
 * Finds the partners of a row of the stream and writes the rows that they make. A record, so that the compiler trusts its fields where the plan is a
 * constant.
 *
 * @param key key of a row of the stream
 * @param rows the table
 * @param schema columns of both and perhaps the version; null where no such row is needed
 * @param streamColumns how many of them come from the stream
 * @param hasVersion whether the last one is the version
 * @param condition what has to be true of the row of both, or null
 * @param out holds the row of both
 */
record Partners(
        JoinKey key,
        ReferenceRows rows,
        Schema schema,
        int streamColumns,
        boolean hasVersion,
        BoolEvaluator condition,
        RowWriter out)
        implements AutoCloseable {
    /** No partner. */
    static final long NONE = ReferenceRows.NONE;

    /** The first partner of a row whose key was read, or {@link #NONE}. */
    long first(RowView row) {
        return from(row, rows.first(key));
    }

    /** The partner after another, or {@link #NONE}. */
    long next(RowView row, long partner) {
        return from(row, rows.next(partner));
    }

    private long from(RowView row, long candidate) {
        long at = candidate;
        while (condition != null && at != NONE && condition.test(joined(row, at)) != BoolEvaluator.TRUE) {
            at = rows.next(at);
        }
        return at;
    }

    /** The row that a row of the stream makes with the partner found last, or alone with {@link #NONE}. */
    RowView result(RowView row, long partner) {
        // The condition had to see this very row.
        return condition != null && partner != NONE ? out.row() : joined(row, partner);
    }

    private RowView joined(RowView row, long partner) {
        out.start(schema);
        for (int column = 0; column < streamColumns; column++) {
            out.copy(column, row, column);
        }
        if (partner != NONE) {
            RowView other = rows.view(partner);
            int columns = rows.schema().size();
            for (int column = 0; column < columns; column++) {
                out.copy(streamColumns + column, other, column);
            }
            if (hasVersion) {
                out.setLong(streamColumns + columns, rows.position(partner));
            }
        }
        return out.finish().originOf(row);
    }

    @Override
    public void close() {
        key.close();
        out.close();
    }
}
