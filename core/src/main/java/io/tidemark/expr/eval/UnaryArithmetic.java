package io.tidemark.expr.eval;

import io.tidemark.row.DataType;
import java.util.List;

/** What {@code neg} and {@code abs} have in common: one number, a result of its type. */
abstract class UnaryArithmetic implements ScalarFunction {
    private final String name;

    UnaryArithmetic(String name) {
        this.name = name;
    }

    @Override
    public final String name() {
        return name;
    }

    /** Node for int or long; the value whose counterpart does not exist overflows, or stays as it is without ansi. */
    abstract Evaluator integers(DataType type, LongEvaluator input, NodeContext context);

    /** Node for double. */
    abstract Evaluator doubles(DoubleEvaluator input, NodeContext context);

    /** Node for decimal; the result always fits. */
    abstract Evaluator decimals(DecimalEvaluator input, NodeContext context);

    @Override
    public final Signature resolve(CallSite call) {
        if (!call.accepts(1, 1)) {
            return null;
        }
        if (!call.type(0).isNumeric()) {
            return call.mismatch("a number", "Cast it to a number.");
        }
        return new Signature(call.types(), call.type(0), call.nullable(0));
    }

    @Override
    public final Evaluator create(Signature signature, List<TypedEvaluator> arguments, NodeContext context) {
        TypedEvaluator input = arguments.get(0);
        return switch (signature.result().kind()) {
            case DOUBLE -> doubles(input.asDouble(), context);
            case DECIMAL -> decimals(input.asDecimal(), context);
            default -> integers(signature.result(), input.asLong(), context);
        };
    }

    /** Smallest value of int or long. */
    static long smallest(DataType type) {
        return type.kind() == DataType.Kind.INT ? Integer.MIN_VALUE : Long.MIN_VALUE;
    }
}
