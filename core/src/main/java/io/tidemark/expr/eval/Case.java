package io.tidemark.expr.eval;

import io.tidemark.error.ErrorCode;
import io.tidemark.row.DataType;
import java.util.ArrayList;
import java.util.List;

/**
 * {@code case(condition1, value1, condition2, value2, ..., otherwise)}: the value after the first condition that is true.
 * Conditions after it and all other values are not evaluated.
 */
final class Case implements ScalarFunction {
    @Override
    public String name() {
        return "case";
    }

    @Override
    public Signature resolve(CallSite call) {
        if (!call.accepts(3, Integer.MAX_VALUE)) {
            return null;
        }
        if (call.size() % 2 == 0) {
            return call.refuse(
                    ErrorCode.FUNCTION_UNSUPPORTED,
                    "'case' has no value for rows in which no condition is true.",
                    "Add one at the end, for instance nullOf(type).");
        }
        List<DataType> values = new ArrayList<>();
        boolean nullable = false;
        for (int i = 0; i < call.size(); i++) {
            if (isValue(i, call.size())) {
                values.add(call.type(i));
                nullable |= call.nullable(i);
            } else if (!Branches.isCondition(call, i)) {
                return null;
            }
        }
        DataType common = Branches.common(call, values);
        if (common == null) {
            return null;
        }
        List<DataType> parameters = new ArrayList<>();
        for (int i = 0; i < call.size(); i++) {
            parameters.add(isValue(i, call.size()) ? common : DataType.BOOL);
        }
        return new Signature(parameters, common, nullable);
    }

    @Override
    public Evaluator create(Signature signature, List<TypedEvaluator> arguments, NodeContext context) {
        Family family = Family.of(signature.result());
        int last = arguments.size() - 1;
        Evaluator result = arguments.get(last).evaluator();
        for (int i = last - 2; i >= 0; i -= 2) {
            result = family.choose(
                    context.nodes(),
                    arguments.get(i).asBool(),
                    arguments.get(i + 1).evaluator(),
                    result);
        }
        return result;
    }

    private static boolean isValue(int argument, int size) {
        return argument % 2 == 1 || argument == size - 1;
    }
}
