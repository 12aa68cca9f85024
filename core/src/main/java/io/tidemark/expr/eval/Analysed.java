package io.tidemark.expr.eval;

import io.tidemark.expr.Expression;
import io.tidemark.row.DataType;
import java.util.List;

/**
 * An expression with its type.
 *
 * @param expression what is computed
 * @param type type of the value
 * @param nullable whether the value can be null
 * @param inputs arguments of a call, the input of a cast, else empty
 * @param function function of a call, else null
 * @param signature use of that function, else null
 */
record Analysed(
        Expression expression,
        DataType type,
        boolean nullable,
        List<Analysed> inputs,
        ScalarFunction function,
        Signature signature) {
    /** An expression without inputs. */
    static Analysed leaf(Expression expression, DataType type, boolean nullable) {
        return new Analysed(expression, type, nullable, List.of(), null, null);
    }
}
