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
import java.util.Collections;
import java.util.List;

/** The words of a query: columns, constants, functions, windows and aggregates; see also {@link TextFunctions} and {@link CalendarFunctions}. Import them statically. */
public final class Functions extends AggregateFunctions {
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
