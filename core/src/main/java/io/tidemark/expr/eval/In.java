package io.tidemark.expr.eval;

import io.tidemark.row.DataType;
import java.util.List;

/**
 * {@code in(value, a, b, ...)}: true when the value equals one of the others, null when it does not and one is null. The
 * others are evaluated in order until one is equal; each pair is compared in its own common type.
 */
final class In implements ScalarFunction {
    @Override
    public String name() {
        return "in";
    }

    @Override
    public Signature resolve(CallSite call) {
        return call.accepts(2, Integer.MAX_VALUE) && ComparisonFunction.comparable(call)
                ? new Signature(call.types(), DataType.BOOL, call.anyNullable())
                : null;
    }

    @Override
    public Evaluator create(Signature signature, List<TypedEvaluator> arguments, NodeContext context) {
        TypedEvaluator value = arguments.get(0);
        Family family = Family.of(value.type());
        Evaluator cell = family.cell(context.nodes());
        TypedEvaluator current = new TypedEvaluator(cell, value.type(), false);
        int last = arguments.size() - 1;
        BoolEvaluator body = ComparisonFunction.compare(Comparison.EQUAL, current, arguments.get(last), context);
        for (int i = last - 1; i >= 1; i--) {
            BoolEvaluator equal = ComparisonFunction.compare(Comparison.EQUAL, current, arguments.get(i), context);
            body = context.test(Disjunction.Or.class, equal, body);
        }
        return family.bind(context.nodes(), value.evaluator(), cell, body);
    }
}
