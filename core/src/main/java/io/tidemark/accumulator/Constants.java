package io.tidemark.accumulator;

import io.tidemark.expr.Aggregate;
import io.tidemark.expr.Expression.Literal;

/** Arguments of aggregates that have to be constants. */
final class Constants {
    private Constants() {}

    /** A constant number, or NaN where the argument is something else. */
    static double number(Aggregate call, int argument) {
        return call.arguments().get(argument) instanceof Literal literal && literal.value() instanceof Number number
                ? number.doubleValue()
                : Double.NaN;
    }

    /** A constant whole number above 0, or 0 where the argument is something else. */
    static long count(Aggregate call, int argument) {
        return call.arguments().get(argument) instanceof Literal literal
                        && (literal.value() instanceof Integer || literal.value() instanceof Long)
                ? Math.max(0, ((Number) literal.value()).longValue())
                : 0;
    }
}
