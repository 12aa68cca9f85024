package io.tidemark.operator.session;

import io.tidemark.expr.Expression;
import io.tidemark.expr.Expression.Call;
import io.tidemark.expr.Expression.Cast;
import io.tidemark.expr.Expression.Literal;
import java.util.ArrayList;
import java.util.List;

/** Finds the longest gap that an expression can give, where it is made of constants. */
final class GapBound {
    /** No bound is known. */
    static final long NONE = Long.MAX_VALUE;

    private GapBound() {}

    /** The greatest value of an expression, or {@link #NONE}; 0 when it is never above. */
    static long of(Expression gap) {
        if (gap instanceof Literal literal) {
            return literal.value() instanceof Number number ? Math.max(0, number.longValue()) : 0;
        } else if (gap instanceof Cast cast) {
            return of(cast.input());
        } else if (gap instanceof Call call) {
            return of(call);
        }
        return NONE;
    }

    private static long of(Call call) {
        List<Expression> all = call.arguments();
        return switch (call.function()) {
            case "if" -> greatest(all.subList(1, all.size()));
            case "case" -> greatest(values(all));
            case "coalesce", "greatest" -> greatest(all);
            case "least" -> all.stream().mapToLong(GapBound::of).min().orElse(NONE);
            default -> NONE;
        };
    }

    private static long greatest(List<Expression> values) {
        return values.stream().mapToLong(GapBound::of).max().orElse(NONE);
    }

    /** The values of a case; before each but the last stands its condition. */
    private static List<Expression> values(List<Expression> arguments) {
        List<Expression> values = new ArrayList<>();
        for (int i = 1; i < arguments.size(); i += 2) {
            values.add(arguments.get(i));
        }
        values.add(arguments.get(arguments.size() - 1));
        return values;
    }
}
