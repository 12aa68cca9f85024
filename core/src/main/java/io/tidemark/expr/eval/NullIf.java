package io.tidemark.expr.eval;

import java.util.List;

/** {@code nullif(value, other)}: null where both are equal, else the value, in its own type. */
final class NullIf implements ScalarFunction {
    @Override
    public String name() {
        return "nullif";
    }

    @Override
    public Signature resolve(CallSite call) {
        return call.accepts(2, 2) && ComparisonFunction.comparable(call)
                ? new Signature(call.types(), call.type(0), true)
                : null;
    }

    @Override
    public Evaluator create(Signature signature, List<TypedEvaluator> arguments, NodeContext context) {
        TypedEvaluator value = arguments.get(0);
        Family family = Family.of(value.type());
        Evaluator cell = family.cell(context.nodes());
        TypedEvaluator current = new TypedEvaluator(cell, value.type(), false);
        BoolEvaluator equal = ComparisonFunction.compare(Comparison.EQUAL, current, arguments.get(1), context);
        return family.nullIf(context.nodes(), value.evaluator(), cell, equal);
    }
}
