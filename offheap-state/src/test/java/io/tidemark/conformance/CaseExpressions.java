package io.tidemark.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.expr.Column;
import io.tidemark.expr.Expression.Literal;
import io.tidemark.expr.Functions;
import io.tidemark.row.DataType;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Expressions of cases as columns. Functions have the same names here and there. */
final class CaseExpressions {
    private static final String TIME_SUFFIX = "_time";

    private final Set<String> windows;

    /** Expressions over an input in which these windows are. */
    CaseExpressions(Set<String> windows) {
        this.windows = windows;
    }

    /** Text that begins with $ is a column, a list is a call, all else is a constant. */
    Column read(JsonNode node) {
        if (node.isTextual() && node.textValue().startsWith("$")) {
            return column(node.textValue().substring(1));
        }
        return node.isArray() ? call(node) : constant(node);
    }

    /** A column by name; {@code w_time} is the event time of a window {@code w}. */
    Column column(String name) {
        if (name.endsWith(TIME_SUFFIX)) {
            String window = name.substring(0, name.length() - TIME_SUFFIX.length());
            if (windows.contains(window)) {
                return Functions.window_time(window);
            }
        }
        return Functions.col(name);
    }

    /** The time by which rows go into windows: a column, or a window of the step before. */
    Column time(String name) {
        return windows.contains(name) ? Functions.window_time(name) : column(name);
    }

    private Column call(JsonNode node) {
        String function = node.get(0).textValue();
        switch (function) {
            case "lit":
                DataType type = DataType.parse(node.get(1).textValue());
                return new Column(new Literal(CaseValues.value(node.get(2), type), type), null);
            case "cast":
                return read(node.get(1)).cast(node.get(2).textValue());
            case "add_time":
                return read(node.get(1)).plus(CaseValues.span(node.get(2).textValue()));
            default:
                List<Column> arguments = new ArrayList<>();
                for (int argument = 1; argument < node.size(); argument++) {
                    arguments.add(read(node.get(argument)));
                }
                return Functions.call(function, arguments.toArray());
        }
    }

    private static Column constant(JsonNode node) {
        if (node.isBoolean()) {
            return Functions.lit(node.booleanValue());
        } else if (node.isIntegralNumber()) {
            return Functions.lit(node.longValue());
        } else if (node.isFloatingPointNumber()) {
            return Functions.lit(node.doubleValue());
        } else if (node.isTextual()) {
            return Functions.lit(node.textValue());
        }
        throw new IllegalArgumentException(node + " is not an expression; a null has to be written with its type");
    }
}
