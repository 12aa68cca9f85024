package io.tidemark.expr.eval;

import io.tidemark.row.DataType;
import io.tidemark.row.DataType.Kind;
import java.util.List;

/** {@code to_timestamp(text)}: reads a time as {@link TimestampText} describes; a timestamp stays as it is. */
final class ToTimestamp implements ScalarFunction {
    @Override
    public String name() {
        return "to_timestamp";
    }

    @Override
    public Signature resolve(CallSite call) {
        if (!call.accepts(1, 1)) {
            return null;
        }
        Kind kind = call.type(0).kind();
        if (kind != Kind.STRING && kind != Kind.TIMESTAMP) {
            return call.mismatch("a string", "Cast a number to timestamp: it counts as seconds since 1970.");
        }
        return new Signature(
                List.of(DataType.TIMESTAMP),
                DataType.TIMESTAMP,
                call.nullable(0) || !call.ansi() && kind == Kind.STRING);
    }

    /** The argument was converted on its way here. */
    @Override
    public Evaluator create(Signature signature, List<TypedEvaluator> arguments, NodeContext context) {
        return arguments.get(0).evaluator();
    }
}
