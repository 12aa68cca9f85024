package io.tidemark.accumulator;

import io.tidemark.error.ErrorCode;
import io.tidemark.expr.Aggregate;
import io.tidemark.function.UserAggregate;
import io.tidemark.operator.BindScope;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** The aggregate functions by name: those that come with Tidemark, then those of the query. Immutable. */
final class AggregateRegistry {
    private static final Map<String, AggregateFunction> STANDARD = new TreeMap<>();

    static {
        register(new Count());
        register(new CountIf());
        register(new CountDistinct("count_distinct", false, false, false));
        register(new CountDistinct("count_distinct_within", true, false, false));
        register(new CountDistinct("count_distinct_or_approx", true, true, false));
        register(new CountDistinct("count_distinct_is_exact", true, true, true));
        register(new SumDistinct("sum_distinct", false));
        register(new SumDistinct("sum_distinct_within", true));
        register(new ApproxCountDistinct());
        register(new Percentile("percentile", false));
        register(new Percentile("median", true));
        register(new Collect("collect_list", false));
        register(new Collect("collect_set", true));
        register(new Sum());
        register(new Average());
        register(new Spread("variance", true, false));
        register(new Spread("var_pop", false, false));
        register(new Spread("stddev", true, true));
        register(new Spread("stddev_pop", false, true));
        register(new Extreme("min", false));
        register(new Extreme("max", true));
        register(new ExtremeBy("min_by", false));
        register(new ExtremeBy("max_by", true));
        register(new BoolFold("bool_and", BoolFold.AND));
        register(new BoolFold("bool_or", BoolFold.OR));
        for (boolean latest : new boolean[] {false, true}) {
            String name = latest ? "last" : "first";
            register(new Edge(name, latest, false, false));
            register(new Edge(name + "_by_arrival", latest, true, false));
            register(new Edge(name + "_non_null", latest, false, true));
            register(new Edge(name + "_non_null_by_arrival", latest, true, true));
        }
    }

    private AggregateRegistry() {}

    /** The function of a call, or null after reporting that there is none, or that there are two. */
    static AggregateFunction find(Aggregate call, BindScope scope) {
        AggregateFunction standard = STANDARD.get(call.function());
        UserAggregate own = scope.aggregate(call.function());
        if (standard != null && own != null) {
            scope.problem(
                    ErrorCode.FUNCTION_UNSUPPORTED,
                    call.call(),
                    "'" + call.function()
                            + "' comes with Tidemark, and the query has an aggregate of its own by this name.",
                    "Give your aggregate another name.");
            return null;
        }
        if (standard == null && own == null) {
            Set<String> names = new TreeSet<>(STANDARD.keySet());
            names.addAll(scope.settings().functions().aggregateNames());
            scope.problem(
                    ErrorCode.FUNCTION_UNSUPPORTED,
                    call.call(),
                    "There is no aggregate '" + call.function() + "'.",
                    "Use one of " + names + ", or give the frame functions of your own.");
            return null;
        }
        return standard != null ? standard : new UserFunction(own);
    }

    /** Names of the functions that come with Tidemark, in order. */
    static Set<String> standardNames() {
        return Collections.unmodifiableSet(STANDARD.keySet());
    }

    private static void register(AggregateFunction function) {
        STANDARD.put(function.name(), function);
    }
}
