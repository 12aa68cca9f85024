package io.tidemark.expr.text;

import io.tidemark.expr.Expression;
import io.tidemark.expr.Expression.Call;
import io.tidemark.expr.Expression.Cast;
import io.tidemark.expr.Expression.ColumnRef;
import io.tidemark.expr.Expression.Literal;
import io.tidemark.row.DataType;
import java.math.BigDecimal;
import java.util.List;
import java.util.Set;

/** Writes expressions so that they are read as the same ones: names between backquotes where that is needed, constants with their types. */
final class ExpressionPrinter {
    private static final Set<String> OPERATORS =
            Set.of("+", "-", "*", "/", "%", "=", "!=", "<", "<=", ">", ">=", "<=>", "and", "or");

    private final StringBuilder text = new StringBuilder();

    private ExpressionPrinter() {}

    static String print(Expression expression) {
        ExpressionPrinter printer = new ExpressionPrinter();
        printer.write(expression);
        return printer.text.toString();
    }

    /** A name as it stands in a text. */
    static String quoted(String name) {
        return OperandParser.isPlain(name) ? name : quotes(name);
    }

    private static String quotes(String name) {
        return "`" + name.replace("`", "``") + "`";
    }

    private void write(Expression expression) {
        if (expression instanceof ColumnRef column) {
            text.append(quoted(column.name()));
        } else if (expression instanceof Literal literal) {
            text.append(literal(literal));
        } else if (expression instanceof Cast cast) {
            text.append("cast(");
            write(cast.input());
            text.append(" as ").append(cast.type()).append(')');
        } else {
            call((Call) expression);
        }
    }

    private void call(Call call) {
        List<Expression> arguments = call.arguments();
        if (arguments.size() == 2 && OPERATORS.contains(call.function())) {
            text.append('(');
            write(arguments.get(0));
            text.append(' ').append(call.function()).append(' ');
            write(arguments.get(1));
            text.append(')');
            return;
        }
        String name = call.function();
        text.append(OperandParser.isPlainFunction(name) ? name : quotes(name)).append('(');
        for (int i = 0; i < arguments.size(); i++) {
            text.append(i == 0 ? "" : ", ");
            write(arguments.get(i));
        }
        text.append(')');
    }

    private static String literal(Literal literal) {
        Object value = literal.value();
        DataType type = literal.type();
        if (value == null) {
            return "cast(null as " + type + ")";
        }
        return switch (type.kind()) {
            case BOOL, INT -> value.toString();
            case LONG -> value + "L";
            case DOUBLE -> real((Double) value);
            case DECIMAL -> decimal(literal, (BigDecimal) value);
            case TIMESTAMP -> "timestamp '" + value + "'";
            case STRING -> "'" + value.toString().replace("'", "''") + "'";
            case BINARY -> "binary '" + hex((List<?>) value) + "'";
        };
    }

    private static String real(double value) {
        return Double.isFinite(value) ? value + "D" : "double '" + value + "'";
    }

    private static String decimal(Literal literal, BigDecimal value) {
        if (value.scale() >= 0 && LiteralText.natural(value).equals(literal)) {
            return value.toPlainString() + (value.scale() == 0 ? "BD" : "");
        }
        return literal.type() + " '" + value + "'";
    }

    private static String hex(List<?> bytes) {
        StringBuilder hex = new StringBuilder();
        for (Object one : bytes) {
            hex.append(String.format("%02x", (Byte) one));
        }
        return hex.toString();
    }
}
