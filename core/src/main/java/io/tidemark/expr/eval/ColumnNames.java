package io.tidemark.expr.eval;

import io.tidemark.expr.Expression;
import io.tidemark.expr.Expression.Call;
import io.tidemark.expr.Expression.Cast;
import io.tidemark.expr.Expression.ColumnRef;

/** Finds the column that a message names. */
final class ColumnNames {
    private ColumnNames() {}

    /** Name of the leftmost column of an expression, or empty. */
    static String first(Expression expression) {
        if (expression instanceof ColumnRef column) {
            return column.name();
        }
        if (expression instanceof Cast cast) {
            return first(cast.input());
        }
        if (expression instanceof Call call) {
            for (Expression argument : call.arguments()) {
                String name = first(argument);
                if (!name.isEmpty()) {
                    return name;
                }
            }
        }
        return "";
    }
}
