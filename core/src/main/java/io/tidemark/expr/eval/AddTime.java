package io.tidemark.expr.eval;

import io.tidemark.error.ErrorCode;
import io.tidemark.row.DataType;
import io.tidemark.row.DataType.Kind;
import io.tidemark.row.RowView;
import java.util.List;

/** {@code add_time(time, nanoseconds)}: a time moved by a constant span. */
final class AddTime implements ScalarFunction {
    @Override
    public String name() {
        return "add_time";
    }

    @Override
    public Signature resolve(CallSite call) {
        if (!call.accepts(2, 2)) {
            return null;
        }
        Kind span = call.type(1).kind();
        if (call.type(0).kind() != Kind.TIMESTAMP || span != Kind.LONG && span != Kind.INT) {
            return call.mismatch(
                    "a timestamp and a long", "Write time.plus(Duration), or cast the value to timestamp.");
        }
        if (call.literal(1) == null || call.literal(1).value() == null) {
            return call.refuse(
                    ErrorCode.FUNCTION_UNSUPPORTED,
                    "'add_time' needs a constant span.",
                    "Use a number of nanoseconds or a Duration.");
        }
        return new Signature(
                List.of(DataType.TIMESTAMP, DataType.LONG), DataType.TIMESTAMP, call.nullable(0) || !call.ansi());
    }

    @Override
    public Evaluator create(Signature signature, List<TypedEvaluator> arguments, NodeContext context) {
        LongEvaluator time = arguments.get(0).asLong();
        LongEvaluator span = arguments.get(1).asLong();
        return context.ansi()
                ? context.node(Strict.class, time, span, context.site())
                : context.node(Lenient.class, time, span);
    }

    static final class Strict implements LongEvaluator {
        private final LongEvaluator time;
        private final LongEvaluator span;
        private final ErrorSite site;

        Strict(LongEvaluator time, LongEvaluator span, ErrorSite site) {
            this.time = time;
            this.span = span;
            this.site = site;
        }

        @Override
        public boolean isNull(RowView row) {
            return time.isNull(row);
        }

        @Override
        public long getLong(RowView row) {
            long start = time.getLong(row);
            long nanos = span.getLong(row);
            long result = start + nanos;
            if (((start ^ result) & (nanos ^ result)) < 0) {
                throw site.overflow(DataType.TIMESTAMP);
            }
            return result;
        }
    }

    static final class Lenient extends LatchedLong {
        private final LongEvaluator time;
        private final LongEvaluator span;

        Lenient(LongEvaluator time, LongEvaluator span) {
            this.time = time;
            this.span = span;
        }

        @Override
        boolean compute(RowView row) {
            if (time.isNull(row)) {
                return false;
            }
            long start = time.getLong(row);
            long nanos = span.getLong(row);
            long result = start + nanos;
            result(result);
            return ((start ^ result) & (nanos ^ result)) >= 0;
        }
    }
}
