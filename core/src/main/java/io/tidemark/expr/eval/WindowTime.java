package io.tidemark.expr.eval;

import io.tidemark.row.DataType;
import io.tidemark.row.DataType.Kind;
import io.tidemark.row.RowView;
import java.util.List;

/** {@code window_time(end)}: the event time of rows that come out of a window, its end less one nanosecond. */
final class WindowTime implements ScalarFunction {
    private final long unitNs;

    /** {@code unitNs} is the smallest distance of two times. */
    WindowTime(long unitNs) {
        this.unitNs = unitNs;
    }

    @Override
    public String name() {
        return "window_time";
    }

    @Override
    public Signature resolve(CallSite call) {
        if (!call.accepts(1, 1)) {
            return null;
        }
        if (call.type(0).kind() != Kind.TIMESTAMP) {
            return call.mismatch("the end of a window", "Write window_time(\"window\") with the prefix of a window.");
        }
        return new Signature(List.of(DataType.TIMESTAMP), DataType.TIMESTAMP, call.nullable(0));
    }

    @Override
    public Evaluator create(Signature signature, List<TypedEvaluator> arguments, NodeContext context) {
        return context.node(OneBefore.class, arguments.get(0).asLong(), unitNs);
    }

    static final class OneBefore implements LongEvaluator {
        private final LongEvaluator end;
        private final long unitNs;

        OneBefore(LongEvaluator end, long unitNs) {
            this.end = end;
            this.unitNs = unitNs;
        }

        @Override
        public boolean isNull(RowView row) {
            return end.isNull(row);
        }

        @Override
        public long getLong(RowView row) {
            return end.getLong(row) - unitNs;
        }
    }
}
