package io.tidemark.expr.eval;

import io.tidemark.row.DataType;
import java.util.List;

/** {@code left <=> right}: equality in which null equals null; never null. */
final class NullSafeEquality implements ScalarFunction {
    @Override
    public String name() {
        return "<=>";
    }

    @Override
    public Signature resolve(CallSite call) {
        return call.accepts(2, 2) && ComparisonFunction.comparable(call)
                ? new Signature(call.types(), DataType.BOOL, false)
                : null;
    }

    @Override
    public Evaluator create(Signature signature, List<TypedEvaluator> arguments, NodeContext context) {
        TypedEvaluator left = arguments.get(0);
        TypedEvaluator right = arguments.get(1);
        DataType common = NumericTypes.common(left.type(), right.type());
        return Family.of(common)
                .nullSafeEqual(
                        context.nodes(),
                        ComparisonFunction.side(left, common, context),
                        ComparisonFunction.side(right, common, context));
    }
}
