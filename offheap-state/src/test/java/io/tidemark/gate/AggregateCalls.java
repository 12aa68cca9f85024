package io.tidemark.gate;

import static io.tidemark.expr.Functions.approx_count_distinct;
import static io.tidemark.expr.Functions.avg;
import static io.tidemark.expr.Functions.bool_and;
import static io.tidemark.expr.Functions.bool_or;
import static io.tidemark.expr.Functions.col;
import static io.tidemark.expr.Functions.collect_list;
import static io.tidemark.expr.Functions.collect_set;
import static io.tidemark.expr.Functions.count;
import static io.tidemark.expr.Functions.count_distinct;
import static io.tidemark.expr.Functions.count_distinct_is_exact;
import static io.tidemark.expr.Functions.count_distinct_or_approx;
import static io.tidemark.expr.Functions.count_distinct_within;
import static io.tidemark.expr.Functions.count_if;
import static io.tidemark.expr.Functions.max_by;
import static io.tidemark.expr.Functions.median;
import static io.tidemark.expr.Functions.min_by;
import static io.tidemark.expr.Functions.percentile;
import static io.tidemark.expr.Functions.sum;
import static io.tidemark.expr.Functions.sum_distinct;
import static io.tidemark.expr.Functions.sum_distinct_within;

import io.tidemark.expr.Aggregate;
import io.tidemark.expr.AggregateFunctions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Calls of every aggregate function with the types that it takes, by the name of the function. One is left out: to collect doubles takes their text, and
 * the JDK makes that as an object.
 */
final class AggregateCalls {
    static final Map<String, List<Aggregate>> BY_NAME = new TreeMap<>();

    private static final String[] NUMBERS = {"v", "i", "x", "d", "w"};
    private static final String[] ALL = {"ts", "v", "i", "x", "d", "w", "s", "b"};

    static {
        add(count(), count("s"));
        add(count_if(col("v").gt(50L)));
        add(count_distinct("v"), count_distinct("d", "s"));
        add(count_distinct_within(100_000, "w"));
        add(count_distinct_or_approx(20, "v"), count_distinct_or_approx(1000, "s"));
        add(count_distinct_is_exact(20, "v"));
        add(sum_distinct("v"), sum_distinct("d"), sum_distinct("x"));
        add(sum_distinct_within(1000, "v"));
        add(approx_count_distinct("s"), approx_count_distinct("v", 0.02));
        add(percentile("v", 0.9), percentile("d", 0.99), percentile("x", 0.5, 0.001));
        add(median("v"), median("w"));
        add(collect_list("v", 5000), collect_list("s", 5000), collect_list("d", 5000));
        add(collect_set("v", 5000), collect_set("s", 5000), collect_set("ts", 5000));
        add(sum("v"), sum("i"), sum("x"), sum("d"), sum("w"), sum("v").where(col("b")));
        add(avg("v"), avg("i"), avg("x"), avg("d"), avg("w"));
        for (String name : List.of("variance", "var_pop", "stddev", "stddev_pop")) {
            each(name, NUMBERS);
        }
        each("min", ALL);
        each("max", ALL);
        add(min_by("s", "v"), min_by("v", "s"), min_by("d", "x"));
        add(max_by("s", "v"), max_by("v", "s"), max_by("w", "ts"));
        add(bool_and("b"));
        add(bool_or("b"));
        for (String name : List.of("first", "last")) {
            for (String form : List.of("", "_by_arrival", "_non_null", "_non_null_by_arrival")) {
                each(name + form, ALL);
            }
        }
    }

    private AggregateCalls() {}

    /** All calls of all functions, each with a name of its own. */
    static Aggregate[] all() {
        return BY_NAME.values().stream().flatMap(List::stream).toArray(Aggregate[]::new);
    }

    private static void each(String function, String... columns) {
        add(Arrays.stream(columns)
                .map(column -> AggregateFunctions.aggregate(function, column))
                .toArray(Aggregate[]::new));
    }

    private static void add(Aggregate... calls) {
        for (Aggregate call : calls) {
            List<Aggregate> known = BY_NAME.computeIfAbsent(call.function(), ignored -> new ArrayList<>());
            known.add(call.as(call.function() + known.size()));
        }
    }
}
