package io.tidemark.expr;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.expr.Expression.Call;
import io.tidemark.expr.Expression.ColumnRef;
import io.tidemark.expr.Expression.Literal;
import io.tidemark.row.DataType;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** The words of a query: columns, constants, functions, windows and aggregates; see also {@link TextFunctions} and {@link CalendarFunctions}. Import them statically. */
public final class Functions {
    private Functions() {}

    /** A column of the input. */
    public static Column col(String name) {
        return new Column(new ColumnRef(name), name);
    }

    /** A constant: Boolean, Integer, Long, Double, BigDecimal, Instant or String. */
    public static Column lit(Object value) {
        return value instanceof Column column ? column : new Column(literal(value), null);
    }

    /** A null of a given type. */
    public static Column nullOf(DataType type) {
        return new Column(new Literal(null, type), null);
    }

    /** The first argument that is not null. */
    public static Column coalesce(Object... values) {
        return call("coalesce", values);
    }

    /** {@code then} where the condition is true, {@code otherwise} where it is false or null. */
    public static Column when(Column condition, Object then, Object otherwise) {
        return call("if", condition, then, otherwise);
    }

    /** Null where both are equal, else the first. */
    public static Column nullif(Object value, Object other) {
        return call("nullif", value, other);
    }

    /** Absolute value. */
    public static Column abs(Object value) {
        return call("abs", value);
    }

    /** Texts one after the other; null when one is null. */
    public static Column concat(Object... values) {
        return call("concat", values);
    }

    /** Text in upper case, independent of locale. */
    public static Column upper(Object value) {
        return call("upper", value);
    }

    /** Text in lower case, independent of locale. */
    public static Column lower(Object value) {
        return call("lower", value);
    }

    /** Number of characters (code points) of a text, or bytes of a binary. */
    public static Column length(Object value) {
        return call("length", value);
    }

    /** Smallest argument that is not null; null when all are. */
    public static Column least(Object... values) {
        return call("least", values);
    }

    /** Greatest argument that is not null; null when all are. */
    public static Column greatest(Object... values) {
        return call("greatest", values);
    }

    /** The number rounded half up to a whole one, in its own type. */
    public static Column round(Object value) {
        return call("round", value);
    }

    /** The number rounded half up to so many digits after the point; negative digits are before it. */
    public static Column round(Object value, int digits) {
        return call("round", value, digits);
    }

    /** Greatest whole number that is at most the value. */
    public static Column floor(Object value) {
        return call("floor", value);
    }

    /** Smallest whole number that is at least the value. */
    public static Column ceil(Object value) {
        return call("ceil", value);
    }

    /** Start of the unit in UTC that a time lies in: microsecond, millisecond, second, minute, hour, day, week, month, quarter, year. */
    public static Column date_trunc(String unit, Object time) {
        return call("date_trunc", unit, time);
    }

    /** Whether the value equals one of the others; null when it does not and one is null. */
    public static Column in(Object value, Object... others) {
        List<Object> all = new ArrayList<>();
        all.add(value);
        Collections.addAll(all, others);
        return call("in", all.toArray());
    }

    /** Whether the value lies between two others, both included. */
    public static Column between(Object value, Object low, Object high) {
        return call("between", value, low, high);
    }

    /** Reads ISO-8601 text as a time; a text without a zone is UTC. */
    public static Column to_timestamp(Object value) {
        return call("to_timestamp", value);
    }

    /** The time at which the row was recorded in its journal; null where the source records none. */
    public static Column ingest_time() {
        return call("ingest_time");
    }

    /** Any registered function by name. */
    public static Column call(String function, Object... arguments) {
        List<Expression> list = new ArrayList<>();
        for (Object argument : arguments) {
            list.add(expression(argument));
        }
        return new Column(new Call(function, list), null);
    }

    /** Tumbling windows of {@code size} over a time column, counted from 1970. */
    public static Window window(String time, Duration size) {
        return window(col(time), size, Duration.ZERO);
    }

    /** Tumbling windows of {@code size} over a time expression, the grid shifted by {@code offset}. */
    public static Window window(Column time, Duration size, Duration offset) {
        return sliding(time, size, size, offset);
    }

    /** Sliding windows of {@code size} every {@code slide} over a time column, counted from 1970. */
    public static Window sliding(String time, Duration size, Duration slide) {
        return sliding(col(time), size, slide, Duration.ZERO);
    }

    /** Sliding windows of {@code size} every {@code slide} over a time expression, the grid shifted by {@code offset}. */
    public static Window sliding(Column time, Duration size, Duration slide, Duration offset) {
        FixedWindow spec = new FixedWindow(
                Spans.nanos(size, "size"), Spans.nanos(slide, "slide"), Spans.nanos(offset, "offset"), false);
        return new Window(time.expression(), spec, "window");
    }

    /** Windows of {@code size} every {@code hop}, where a hop longer than the size leaves times in no window. */
    public static Window hopping(String time, Duration size, Duration hop) {
        FixedWindow spec = new FixedWindow(Spans.nanos(size, "size"), Spans.nanos(hop, "hop"), 0, true);
        return new Window(col(time).expression(), spec, "window");
    }

    /** Sessions over a time column: rows of a key that are at most {@code gap} apart belong together. */
    public static Window session(String time, Duration gap) {
        return session(time, span(gap));
    }

    /** Sessions over a time column with a gap of each row's own, in nanoseconds: {@code when(condition, span(one), span(other))}. */
    public static Window session(String time, Column gap) {
        return session(col(time), gap);
    }

    /** Sessions over a time expression with a gap of each row's own, in nanoseconds. */
    public static Window session(Column time, Column gap) {
        return new Window(time.expression(), new SessionWindow(gap.expression()), "session");
    }

    /** A span of time as a constant: its nanoseconds. */
    public static Column span(Duration span) {
        return lit(Spans.nanos(span, "span"));
    }

    /** The event time of rows that come out of windows with this prefix: their end less one nanosecond. */
    public static Column window_time(String window) {
        return call("window_time", col(window + "_end"));
    }

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
                function, Arrays.stream(arguments).map(Functions::argument).toList(), null, null);
    }

    private static Object[] bounded(long most, Object... values) {
        List<Object> all = new ArrayList<>();
        all.add(most);
        Collections.addAll(all, values);
        return all.toArray();
    }

    private static Expression argument(Object value) {
        return value instanceof String name ? new ColumnRef(name) : expression(value);
    }

    static Expression expression(Object value) {
        if (value instanceof Column column) {
            return column.expression();
        }
        return value instanceof Expression expression ? expression : literal(value);
    }

    private static Literal literal(Object value) {
        if (value instanceof Boolean) {
            return new Literal(value, DataType.BOOL);
        } else if (value instanceof Integer) {
            return new Literal(value, DataType.INT);
        } else if (value instanceof Long) {
            return new Literal(value, DataType.LONG);
        } else if (value instanceof Double) {
            return new Literal(value, DataType.DOUBLE);
        } else if (value instanceof BigDecimal decimal && decimal.scale() >= 0) {
            return decimal(decimal);
        } else if (value instanceof Instant) {
            return new Literal(value, DataType.TIMESTAMP);
        } else if (value instanceof String) {
            return new Literal(value, DataType.STRING);
        }
        throw new TidemarkException(
                ErrorCode.LITERAL_INVALID,
                (value == null ? "null" : value.getClass().getName()) + " is not a constant.",
                "Use Boolean, Integer, Long, Double, BigDecimal with a scale of 0 or more, Instant or String,"
                        + " and nullOf(type) for a null.");
    }

    private static Literal decimal(BigDecimal value) {
        int precision = Math.max(value.precision(), Math.max(value.scale(), 1));
        if (precision > DataType.MAX_PRECISION) {
            throw new TidemarkException(
                    ErrorCode.LITERAL_INVALID,
                    value.toPlainString() + " has " + precision + " digits; a decimal has at most 38.",
                    "Round the constant.");
        }
        return new Literal(value, DataType.decimal(precision, value.scale()));
    }
}
