package io.tidemark.expr.eval;

import io.tidemark.row.DataType;
import io.tidemark.row.DataType.Kind;
import java.util.List;

/** {@code = != < <= > >=}; null when either side is null. */
final class ComparisonFunction implements ScalarFunction {
    private final Comparison comparison;

    ComparisonFunction(Comparison comparison) {
        this.comparison = comparison;
    }

    @Override
    public String name() {
        return comparison.symbol();
    }

    @Override
    public Signature resolve(CallSite call) {
        return call.accepts(2, 2) && comparable(call)
                ? new Signature(call.types(), DataType.BOOL, call.anyNullable())
                : null;
    }

    @Override
    public Evaluator create(Signature signature, List<TypedEvaluator> arguments, NodeContext context) {
        return compare(comparison, arguments.get(0), arguments.get(1), context);
    }

    /** Whether the first argument can be compared with all others; reports it where not. */
    static boolean comparable(CallSite call) {
        for (int i = 1; i < call.size(); i++) {
            if (NumericTypes.common(call.type(0), call.type(i)) == null) {
                boolean time =
                        call.type(0).kind() == Kind.TIMESTAMP || call.type(i).kind() == Kind.TIMESTAMP;
                call.mismatch(
                        "values that can be compared with one another",
                        time
                                ? "Use to_timestamp(text) or an Instant as constant."
                                : "Cast one side to the type of the other.");
                return false;
            }
        }
        return true;
    }

    /** Compares two values of types that have a common one. */
    static BoolEvaluator compare(
            Comparison comparison, TypedEvaluator left, TypedEvaluator right, NodeContext context) {
        DataType common = NumericTypes.common(left.type(), right.type());
        return Family.of(common)
                .compare(context.nodes(), comparison, side(left, common, context), side(right, common, context));
    }

    /** A side as it is compared: decimals keep their own scale, so that nothing is rounded. */
    static TypedEvaluator side(TypedEvaluator value, DataType common, NodeContext context) {
        DataType type = common.isDecimal() ? NumericTypes.asDecimal(value.type(), null) : common;
        return Casts.convert(value, type, context);
    }
}
