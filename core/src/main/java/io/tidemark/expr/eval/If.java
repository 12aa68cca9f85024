package io.tidemark.expr.eval;

import io.tidemark.row.DataType;
import java.util.List;

/** {@code if(condition, then, otherwise)}: null counts as false; only the chosen branch is evaluated. */
final class If implements ScalarFunction {
    @Override
    public String name() {
        return "if";
    }

    @Override
    public Signature resolve(CallSite call) {
        if (!call.accepts(3, 3) || !Branches.isCondition(call, 0)) {
            return null;
        }
        DataType common = Branches.common(call, call.types().subList(1, 3));
        return common == null
                ? null
                : new Signature(List.of(DataType.BOOL, common, common), common, call.nullable(1) || call.nullable(2));
    }

    @Override
    public Evaluator create(Signature signature, List<TypedEvaluator> arguments, NodeContext context) {
        return Family.of(signature.result())
                .choose(
                        context.nodes(),
                        arguments.get(0).asBool(),
                        arguments.get(1).evaluator(),
                        arguments.get(2).evaluator());
    }
}
