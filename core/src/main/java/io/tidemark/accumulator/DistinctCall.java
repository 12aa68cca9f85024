package io.tidemark.accumulator;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.Problem;
import io.tidemark.error.TidemarkException;
import io.tidemark.expr.Aggregate;
import io.tidemark.operator.BindScope;
import io.tidemark.row.DataType;
import java.util.List;

/** What calls of aggregates over different values have in common: a bound, then values. */
final class DistinctCall {
    /** Bound where none is given. */
    static final long DEFAULT_MOST = 1_000_000;
    /** Greatest bound that can be given. */
    static final long GREATEST_MOST = 100_000_000;

    private DistinctCall() {}

    /** Whether the arguments are a bound, if the call has one, and at least one value; reports it otherwise. */
    static boolean isValid(BindScope scope, Aggregate call, List<DataType> types, boolean bounded) {
        int first = bounded ? 1 : 0;
        if (types.size() <= first) {
            scope.problem(
                    ErrorCode.FUNCTION_UNSUPPORTED,
                    call.call(),
                    "It has nothing to count.",
                    "Give it " + (bounded ? "the bound, then " : "") + "one column or more.");
            return false;
        }
        if (bounded && (Constants.count(call, 0) == 0 || Constants.count(call, 0) > GREATEST_MOST)) {
            scope.problem(
                    ErrorCode.LITERAL_INVALID,
                    call.call(),
                    "The first argument is not a constant bound from 1 to " + GREATEST_MOST + ".",
                    "Say first how many different values a group may have, then of which columns.");
            return false;
        }
        if (scope.settings().sparkCounts()) {
            scope.problem(
                    ErrorCode.FUNCTION_UNSUPPORTED,
                    call.call(),
                    "Apache Spark has no distinct aggregates on streams, and the query accepts only what Spark does.",
                    "Use approx_count_distinct(...), or let the query accept Tidemark's own plans.");
            return false;
        }
        return true;
    }

    /** How many different values a group may have. */
    static long most(Aggregate call, boolean bounded) {
        return bounded ? Constants.count(call, 0) : DEFAULT_MOST;
    }

    /** The error of a group with one value more than the bound. */
    static TidemarkException exceeded(AccumulatorSite site, long most) {
        boolean counts = site.aggregate().function().startsWith("count");
        return new TidemarkException(new Problem(
                ErrorCode.DISTINCT_BOUND_EXCEEDED,
                site.uid(),
                site.call(),
                "A group has more than " + most + " different values.",
                "Allow more with " + (counts ? "count" : "sum") + "_distinct_within(most, ...), "
                        + (counts
                                ? "let such groups become estimates with count_distinct_or_approx(" + most + ", ...), "
                                : "")
                        + "or use shorter windows or more keys."));
    }
}
