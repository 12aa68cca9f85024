package io.tidemark.expr.eval;

import io.tidemark.row.DataType;
import java.util.List;

/**
 * {@code is_null(x)} and {@code is_not_null(x)}; never null. The value is computed too, so that a value that cannot be
 * computed is an error here as it is everywhere.
 */
final class NullTest implements ScalarFunction {
    private final String name;
    private final boolean whenNull;

    NullTest(String name, boolean whenNull) {
        this.name = name;
        this.whenNull = whenNull;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Signature resolve(CallSite call) {
        return call.accepts(1, 1) ? new Signature(call.types(), DataType.BOOL, false) : null;
    }

    @Override
    public Evaluator create(Signature signature, List<TypedEvaluator> arguments, NodeContext context) {
        TypedEvaluator input = arguments.get(0);
        return Family.of(input.type()).nullTest(context.nodes(), input.evaluator(), whenNull);
    }
}
