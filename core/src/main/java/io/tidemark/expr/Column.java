package io.tidemark.expr;

import io.tidemark.expr.Expression.Call;
import io.tidemark.expr.Expression.Cast;
import io.tidemark.row.DataType;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

/**
 * An expression with the words to build on it, and an optional name. Immutable.
 *
 * @param expression what is computed
 * @param name name of the result column, or null: then the text of the expression
 */
public record Column(Expression expression, String name) {
    /** Checks the expression. */
    public Column {
        Objects.requireNonNull(expression, "expression");
    }

    /** The same expression under a name. */
    public Column as(String newName) {
        return new Column(expression, Objects.requireNonNull(newName, "newName"));
    }

    /** Name of the result column: the given one, or the text of the expression. */
    public String outputName() {
        return name != null ? name : expression.toString();
    }

    /** Sum. */
    public Column plus(Object other) {
        return call("+", other);
    }

    /** A time later by a span. */
    public Column plus(Duration span) {
        return call("add_time", Spans.nanos(span, "span"));
    }

    /** Difference. */
    public Column minus(Object other) {
        return call("-", other);
    }

    /** A time earlier by a span. */
    public Column minus(Duration span) {
        return call("add_time", Math.negateExact(Spans.nanos(span, "span")));
    }

    /** Product. */
    public Column times(Object other) {
        return call("*", other);
    }

    /** Quotient; two integers divide to a double. */
    public Column divide(Object other) {
        return call("/", other);
    }

    /** Remainder, with the sign of the left side. */
    public Column mod(Object other) {
        return call("%", other);
    }

    /** Negation. */
    public Column negate() {
        return call("neg");
    }

    /** Equality; null when either side is null. */
    public Column eq(Object other) {
        return call("=", other);
    }

    /** Inequality; null when either side is null. */
    public Column ne(Object other) {
        return call("!=", other);
    }

    /** Less than. */
    public Column lt(Object other) {
        return call("<", other);
    }

    /** At most. */
    public Column le(Object other) {
        return call("<=", other);
    }

    /** Greater than. */
    public Column gt(Object other) {
        return call(">", other);
    }

    /** At least. */
    public Column ge(Object other) {
        return call(">=", other);
    }

    /** Equality in which null equals null; never null. */
    public Column eqNullSafe(Object other) {
        return call("<=>", other);
    }

    /** Three-valued and. */
    public Column and(Object other) {
        return call("and", other);
    }

    /** Three-valued or. */
    public Column or(Object other) {
        return call("or", other);
    }

    /** Three-valued not. */
    public Column not() {
        return call("not");
    }

    /** Whether the value is null; never null. */
    public Column isNull() {
        return call("is_null");
    }

    /** Whether the value is not null; never null. */
    public Column isNotNull() {
        return call("is_not_null");
    }

    /** The value converted to another type. */
    public Column cast(DataType type) {
        return new Column(new Cast(expression, type), name);
    }

    /** The value converted to a type given by name, such as {@code decimal(18,8)}. */
    public Column cast(String type) {
        return cast(DataType.parse(type));
    }

    @Override
    public String toString() {
        return name == null ? expression.toString() : expression + " as " + name;
    }

    private Column call(String function) {
        return new Column(new Call(function, List.of(expression)), null);
    }

    private Column call(String function, Object other) {
        return new Column(new Call(function, List.of(expression, Functions.expression(other))), null);
    }
}
