package io.tidemark.expr.eval;

import io.tidemark.row.DataType;
import java.util.Collections;
import java.util.List;

/** {@code coalesce(a, b, ...)}: the first argument that is not null; those after it are not evaluated. */
final class Coalesce implements ScalarFunction {
    @Override
    public String name() {
        return "coalesce";
    }

    @Override
    public Signature resolve(CallSite call) {
        if (!call.accepts(1, Integer.MAX_VALUE)) {
            return null;
        }
        DataType common = Branches.common(call, call.types());
        if (common == null) {
            return null;
        }
        boolean nullable = true;
        for (int i = 0; i < call.size(); i++) {
            nullable &= call.nullable(i);
        }
        return new Signature(Collections.nCopies(call.size(), common), common, nullable);
    }

    @Override
    public Evaluator create(Signature signature, List<TypedEvaluator> arguments, NodeContext context) {
        Family family = Family.of(signature.result());
        int last = arguments.size() - 1;
        Evaluator result = arguments.get(last).evaluator();
        for (int i = last - 1; i >= 0; i--) {
            result = family.coalesce(context.nodes(), arguments.get(i).evaluator(), result);
        }
        return result;
    }
}
