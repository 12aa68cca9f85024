package io.tidemark.expr;

import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * An aggregate over the rows of a group, as data.
 *
 * @param function registered name, such as {@code sum}
 * @param arguments arguments; none means the rows themselves ({@code count(*)})
 * @param filter condition that a row has to fulfil to count, or null
 * @param name name of the result column, or null: then the text of the call
 */
public record Aggregate(String function, List<Expression> arguments, Expression filter, String name) {
    /** Copies the arguments. */
    public Aggregate {
        Objects.requireNonNull(function, "function");
        arguments = List.copyOf(arguments);
    }

    /** The same aggregate under a name. */
    public Aggregate as(String newName) {
        return new Aggregate(function, arguments, filter, Objects.requireNonNull(newName, "newName"));
    }

    /** The same aggregate over the rows for which a condition is true. */
    public Aggregate where(Column condition) {
        return new Aggregate(function, arguments, condition.expression(), name);
    }

    /** Name of the result column: the given one, or the text of the call. */
    public String outputName() {
        return name != null ? name : call();
    }

    /** The call without its name: {@code sum(amount)}. */
    public String call() {
        return function
                + (arguments.isEmpty()
                        ? "(*)"
                        : arguments.stream().map(Object::toString).collect(Collectors.joining(", ", "(", ")")))
                + (filter == null ? "" : " filter (where " + filter + ")");
    }

    @Override
    public String toString() {
        return call() + " as " + outputName();
    }
}
