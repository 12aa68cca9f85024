package io.tidemark.expr.eval;

import io.tidemark.row.DataType;
import java.util.List;

/** {@code between(value, low, high)}: {@code value >= low and value <= high}, the value computed once. */
final class Between implements ScalarFunction {
    @Override
    public String name() {
        return "between";
    }

    @Override
    public Signature resolve(CallSite call) {
        return call.accepts(3, 3) && ComparisonFunction.comparable(call)
                ? new Signature(call.types(), DataType.BOOL, call.anyNullable())
                : null;
    }

    @Override
    public Evaluator create(Signature signature, List<TypedEvaluator> arguments, NodeContext context) {
        TypedEvaluator value = arguments.get(0);
        Family family = Family.of(value.type());
        Evaluator cell = family.cell(context.nodes());
        TypedEvaluator current = new TypedEvaluator(cell, value.type(), false);
        BoolEvaluator body = context.test(
                Conjunction.And.class,
                ComparisonFunction.compare(Comparison.GREATER_OR_EQUAL, current, arguments.get(1), context),
                ComparisonFunction.compare(Comparison.LESS_OR_EQUAL, current, arguments.get(2), context));
        return family.bind(context.nodes(), value.evaluator(), cell, body);
    }
}
