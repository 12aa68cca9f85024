package io.tidemark.expr.eval;

import io.tidemark.row.DataType;
import io.tidemark.row.DataType.Kind;
import java.util.List;

/** What {@code if}, {@code case} and {@code coalesce} have in common. */
final class Branches {
    private Branches() {}

    /** Type in which values meet, or null after reporting that they do not. */
    static DataType common(CallSite call, List<DataType> types) {
        DataType common = types.get(0);
        for (DataType type : types) {
            common = NumericTypes.common(common, type);
            if (common == null) {
                call.mismatch("values of one type", "Cast the values to one type.");
                return null;
            }
        }
        return common;
    }

    /** Whether an argument is a bool; reports it where not. */
    static boolean isCondition(CallSite call, int argument) {
        if (call.type(argument).kind() == Kind.BOOL) {
            return true;
        }
        call.mismatch("bool conditions", "Compare the value with something, or cast it to bool.");
        return false;
    }
}
