package io.tidemark.operator.join;

import io.tidemark.expr.Expression;
import io.tidemark.expr.Expression.Call;
import io.tidemark.expr.Expression.ColumnRef;
import io.tidemark.expr.Expression.Literal;
import io.tidemark.operator.StreamType;
import io.tidemark.row.DataType;
import io.tidemark.time.TimeProvenance;

/**
 * An expression that is the event time in a column plus a constant. The time of the end of a window is that of the last moment in it.
 *
 * @param column index of the column in its side
 * @param offsetNs the value less the event time
 */
record LinearTime(int column, long offsetNs) {
    /** Longest span that a bound may have: 100 years. Sums of a few of them stay within 64 bits. */
    private static final long LONGEST_NS = 100L * 365 * 24 * 3_600 * 1_000_000_000L;

    /** Reads an expression over one side; null when it is of another kind. */
    static LinearTime of(Expression expression, StreamType side) {
        if (expression instanceof ColumnRef ref) {
            int column = side.schema().indexOf(ref.name());
            if (column < 0 || !side.schema().type(column).equals(DataType.TIMESTAMP)) {
                return null;
            }
            return new LinearTime(column, side.times().get(column) == TimeProvenance.WINDOW_END ? 1 : 0);
        }
        if (!(expression instanceof Call call) || call.arguments().isEmpty()) {
            return null;
        }
        LinearTime inner = of(call.arguments().get(0), side);
        if (inner == null) {
            return null;
        }
        return switch (call.function()) {
            case "window_time" -> inner.plus(-1);
            case "add_time" ->
                call.arguments().get(1) instanceof Literal literal && literal.value() instanceof Number span
                        ? inner.plus(span.longValue())
                        : null;
            default -> null;
        };
    }

    private LinearTime plus(long spanNs) {
        boolean tooLong = spanNs > LONGEST_NS || spanNs < -LONGEST_NS;
        long sum = tooLong ? Long.MAX_VALUE : offsetNs + spanNs;
        return sum > LONGEST_NS || sum < -LONGEST_NS ? null : new LinearTime(column, sum);
    }
}
