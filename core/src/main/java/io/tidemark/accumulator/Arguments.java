package io.tidemark.accumulator;

import io.tidemark.error.ErrorCode;
import io.tidemark.expr.Aggregate;
import io.tidemark.operator.BindScope;
import io.tidemark.row.DataType;
import java.util.List;

/** Checks of arguments that several aggregate functions share. */
final class Arguments {
    private Arguments() {}

    /** Whether there is exactly one argument; reports it otherwise. */
    static boolean one(BindScope scope, Aggregate call, List<DataType> types) {
        if (types.size() == 1) {
            return true;
        }
        scope.problem(
                ErrorCode.FUNCTION_UNSUPPORTED,
                call.call(),
                "It takes one argument and got " + types.size() + ".",
                "Give it one column or expression.");
        return false;
    }

    /** Whether there is exactly one argument and it is a number; reports it otherwise. */
    static boolean oneNumber(BindScope scope, Aggregate call, List<DataType> types) {
        if (!one(scope, call, types)) {
            return false;
        }
        if (!types.get(0).isNumeric()) {
            scope.problem(
                    ErrorCode.TYPE_MISMATCH,
                    call.call(),
                    "It takes a number and this is a " + types.get(0) + ".",
                    "Cast the argument to a number.");
            return false;
        }
        return true;
    }

    /** Whether there is exactly one argument and it is a truth value; reports it otherwise. */
    static boolean oneCondition(BindScope scope, Aggregate call, List<DataType> types) {
        if (!one(scope, call, types)) {
            return false;
        }
        if (!types.get(0).equals(DataType.BOOL)) {
            scope.problem(
                    ErrorCode.TYPE_MISMATCH,
                    call.call(),
                    "It takes a truth value and this is a " + types.get(0) + ".",
                    "Compare it with something, or cast it to bool.");
            return false;
        }
        return true;
    }
}
