package io.tidemark.expr;

import io.tidemark.expr.Expression.ColumnRef;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * The words for aggregates, one method each; {@link Functions} has them too, so that one static import serves. Where a value is wanted, a text is the name of
 * a column.
 */
public abstract class AggregateFunctions {
    /** No objects. */
    AggregateFunctions() {}

    /** Number of rows. */
    public static Aggregate count() {
        return new Aggregate("count", List.of(), null, null);
    }

    /** Number of values that are not null. */
    public static Aggregate count(Object value) {
        return aggregate("count", value);
    }

    /** Sum of the values that are not null; null when there is none. */
    public static Aggregate sum(Object value) {
        return aggregate("sum", value);
    }

    /** Mean of the values that are not null; null when there is none. */
    public static Aggregate avg(Object value) {
        return aggregate("avg", value);
    }

    /** Smallest value that is not null; null when there is none. */
    public static Aggregate min(Object value) {
        return aggregate("min", value);
    }

    /** Greatest value that is not null; null when there is none. */
    public static Aggregate max(Object value) {
        return aggregate("max", value);
    }

    /** Value of the earliest row by event time, ties by journal position; a null value counts. */
    public static Aggregate first(Object value) {
        return aggregate("first", value);
    }

    /** Value of the latest row by event time, ties by journal position; a null value counts. */
    public static Aggregate last(Object value) {
        return aggregate("last", value);
    }

    /** Value of the row that arrived first, by position in the journal; a null value counts. */
    public static Aggregate first_by_arrival(Object value) {
        return aggregate("first_by_arrival", value);
    }

    /** Value of the row that arrived last, by position in the journal; a null value counts. */
    public static Aggregate last_by_arrival(Object value) {
        return aggregate("last_by_arrival", value);
    }

    /** Earliest value by event time that is not null, ties by journal position; null when there is none. */
    public static Aggregate first_non_null(Object value) {
        return aggregate("first_non_null", value);
    }

    /** Latest value by event time that is not null, ties by journal position; null when there is none. */
    public static Aggregate last_non_null(Object value) {
        return aggregate("last_non_null", value);
    }

    /** First value to arrive that is not null; null when there is none. */
    public static Aggregate first_non_null_by_arrival(Object value) {
        return aggregate("first_non_null_by_arrival", value);
    }

    /** Last value to arrive that is not null; null when there is none. */
    public static Aggregate last_non_null_by_arrival(Object value) {
        return aggregate("last_non_null_by_arrival", value);
    }

    /** Value, also a null, of the row with the smallest ordering; of equal ones the first to arrive. */
    public static Aggregate min_by(Object value, Object ordering) {
        return aggregate("min_by", value, ordering);
    }

    /** Value, also a null, of the row with the greatest ordering; of equal ones the first to arrive. */
    public static Aggregate max_by(Object value, Object ordering) {
        return aggregate("max_by", value, ordering);
    }

    /** Variance of a sample: over n - 1; null for fewer than two values. */
    public static Aggregate variance(Object value) {
        return aggregate("variance", value);
    }

    /** Variance of a population: over n; null for no value. */
    public static Aggregate var_pop(Object value) {
        return aggregate("var_pop", value);
    }

    /** Standard deviation of a sample; null for fewer than two values. */
    public static Aggregate stddev(Object value) {
        return aggregate("stddev", value);
    }

    /** Standard deviation of a population; null for no value. */
    public static Aggregate stddev_pop(Object value) {
        return aggregate("stddev_pop", value);
    }

    /** Number of rows for which a condition is true. */
    public static Aggregate count_if(Object condition) {
        return aggregate("count_if", condition);
    }

    /** Whether all truth values that are not null are true; null when there is none. */
    public static Aggregate bool_and(Object value) {
        return aggregate("bool_and", value);
    }

    /** Whether some truth value is true; null when there is none that is not null. */
    public static Aggregate bool_or(Object value) {
        return aggregate("bool_or", value);
    }

    /**
     * Number of different values, or tuples of values, exactly; rows in which one is null do not count. A group with more than a million
     * stops the query with {@code DISTINCT_BOUND_EXCEEDED}.
     */
    public static Aggregate count_distinct(Object... values) {
        return aggregate("count_distinct", values);
    }

    /** The same with a bound of one's own, from 1 to 100 million. */
    public static Aggregate count_distinct_within(long most, Object... values) {
        return aggregate("count_distinct_within", bounded(most, values));
    }

    /** The same, exactly up to a bound; a group with more becomes an estimate with a standard error of 1.6 %. */
    public static Aggregate count_distinct_or_approx(long most, Object... values) {
        return aggregate("count_distinct_or_approx", bounded(most, values));
    }

    /** Whether {@link #count_distinct_or_approx} with the same arguments is exact; beside it this costs nothing. */
    public static Aggregate count_distinct_is_exact(long most, Object... values) {
        return aggregate("count_distinct_is_exact", bounded(most, values));
    }

    /** Sum of the different values that are not null, with the bound of {@link #count_distinct}; null when there is none. */
    public static Aggregate sum_distinct(Object value) {
        return aggregate("sum_distinct", value);
    }

    /** The same with a bound of one's own, from 1 to 100 million. */
    public static Aggregate sum_distinct_within(long most, Object value) {
        return aggregate("sum_distinct_within", bounded(most, value));
    }

    /** About how many different values that are not null there are, with a standard error of 5 %; 0 when there is none. */
    public static Aggregate approx_count_distinct(Object value) {
        return aggregate("approx_count_distinct", value);
    }

    /** About how many different values that are not null there are, with a standard error from 0.00813 to less than 1. */
    public static Aggregate approx_count_distinct(Object value, double standardError) {
        return aggregate("approx_count_distinct", value, standardError);
    }

    /** Median of the values that are not null, off by at most 1 %: {@link #percentile} of one half. */
    public static Aggregate median(Object value) {
        return aggregate("median", value);
    }

    /**
     * Of the n values that are not null the one at place {@code floor(part * (n - 1))} of their order, from 0 for the least to 1 for the
     * greatest; off by at most 1 %, null when there is none. Several parts of the same values share their state.
     */
    public static Aggregate percentile(Object value, double part) {
        return aggregate("percentile", value, part);
    }

    /** The same with a relative accuracy from 0.0001 to 0.5. */
    public static Aggregate percentile(Object value, double part, double accuracy) {
        return aggregate("percentile", value, part, accuracy);
    }

    /**
     * The values that are not null, as a text that is an array of JSON, in the order of event time, then journal position. A group with
     * more than {@code most}, from 1 to 100 000, stops the query with {@code COLLECT_BOUND_EXCEEDED}.
     */
    public static Aggregate collect_list(Object value, int most) {
        return aggregate("collect_list", value, most);
    }

    /** The same with each value once, where it came first. */
    public static Aggregate collect_set(Object value, int most) {
        return aggregate("collect_set", value, most);
    }

    /** Any aggregate by name, registered or of the user's own. */
    public static Aggregate aggregate(String function, Object... arguments) {
        return new Aggregate(
                function,
                Arrays.stream(arguments).map(AggregateFunctions::argument).toList(),
                null,
                null);
    }

    private static Object[] bounded(long most, Object... values) {
        List<Object> all = new ArrayList<>();
        all.add(most);
        Collections.addAll(all, values);
        return all.toArray();
    }

    private static Expression argument(Object value) {
        return value instanceof String name ? new ColumnRef(name) : Functions.expression(value);
    }
}
