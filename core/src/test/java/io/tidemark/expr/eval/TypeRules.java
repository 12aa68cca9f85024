package io.tidemark.expr.eval;

import io.tidemark.expr.Expression;
import io.tidemark.expr.Expression.Call;
import io.tidemark.expr.Expression.Cast;
import io.tidemark.expr.Expression.ColumnRef;
import io.tidemark.expr.Expression.Literal;
import io.tidemark.row.DataType;
import io.tidemark.row.DataType.Kind;
import io.tidemark.row.Schema;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/** Types of expressions by the documented rules, written out once more. */
final class TypeRules {
    private final Schema schema;
    private final Map<Expression, DataType> types = new IdentityHashMap<>();

    TypeRules(Schema schema) {
        this.schema = schema;
    }

    /** Type of an expression by the documented rules. */
    DataType type(Expression expression) {
        DataType known = types.get(expression);
        if (known == null) {
            known = typeOf(expression);
            types.put(expression, known);
        }
        return known;
    }

    private DataType typeOf(Expression expression) {
        if (expression instanceof ColumnRef column) {
            return schema.type(schema.index(column.name()));
        } else if (expression instanceof Literal literal) {
            return literal.type();
        } else if (expression instanceof Cast cast) {
            return cast.type();
        }
        Call call = (Call) expression;
        List<DataType> types = call.arguments().stream().map(this::type).toList();
        return switch (call.function()) {
            case "+", "-", "*", "/", "%" -> arithmeticType(call, types.get(0), types.get(1));
            case "neg", "abs", "nullif" -> types.get(0);
            case "if" -> common(types.subList(1, 3));
            case "case" -> {
                List<DataType> values = new ArrayList<>();
                for (int i = 1; i < types.size(); i += 2) {
                    values.add(types.get(i));
                }
                values.add(types.get(types.size() - 1));
                yield common(values);
            }
            case "coalesce", "least", "greatest" -> common(types);
            case "concat",
                    "upper",
                    "lower",
                    "trim",
                    "ltrim",
                    "rtrim",
                    "substring",
                    "replace",
                    "lpad",
                    "rpad",
                    "split_part" -> DataType.STRING;
            case "length", "instr", "position" -> DataType.INT;
            case "to_timestamp", "add_time", "date_trunc" -> DataType.TIMESTAMP;
            case "floor", "ceil" -> wholeType(types.get(0));
            case "round" -> roundedType(types.get(0), call);
            default -> DataType.BOOL;
        };
    }

    private static DataType wholeType(DataType type) {
        if (!type.isDecimal()) {
            return DataType.LONG;
        }
        return type.scale() == 0 ? type : DataType.decimal(type.precision() - type.scale() + 1, 0);
    }

    private static DataType roundedType(DataType type, Call call) {
        int digits = call.arguments().size() == 1
                ? 0
                : ((Number) ((Literal) call.arguments().get(1)).value()).intValue();
        if (!type.isDecimal() || digits >= type.scale()) {
            return type;
        }
        int whole = type.precision() - type.scale();
        return digits < 0
                ? DataType.decimal(Math.min(38, Math.max(whole, -digits) + 1), 0)
                : DataType.decimal(Math.min(38, whole + 1 + digits), digits);
    }

    private static DataType arithmeticType(Call call, DataType left, DataType right) {
        if (left.kind() == Kind.DOUBLE || right.kind() == Kind.DOUBLE) {
            return DataType.DOUBLE;
        }
        if (!left.isDecimal() && !right.isDecimal()) {
            return call.function().equals("/") ? DataType.DOUBLE : common(List.of(left, right));
        }
        int[] a = digits(call.arguments().get(0), left);
        int[] b = digits(call.arguments().get(1), right);
        int p1 = a[0], s1 = a[1], p2 = b[0], s2 = b[1];
        int scale;
        int precision;
        switch (call.function()) {
            case "*" -> {
                scale = s1 + s2;
                precision = p1 + p2 + 1;
            }
            case "/" -> {
                scale = Math.max(6, s1 + p2 + 1);
                precision = p1 - s1 + s2 + scale;
            }
            case "%" -> {
                scale = Math.max(s1, s2);
                precision = Math.min(p1 - s1, p2 - s2) + scale;
            }
            default -> {
                scale = Math.max(s1, s2);
                precision = Math.max(p1 - s1, p2 - s2) + scale + 1;
            }
        }
        if (precision > 38) {
            scale = Math.max(38 - (precision - scale), Math.min(scale, 6));
            precision = 38;
        }
        return DataType.decimal(precision, scale);
    }

    private static int[] digits(Expression expression, DataType type) {
        if (type.isDecimal()) {
            return new int[] {type.precision(), type.scale()};
        }
        if (expression instanceof Literal literal && literal.value() != null) {
            return new int[] {literal.value().toString().replace("-", "").length(), 0};
        }
        return new int[] {type.kind() == Kind.INT ? 10 : 20, 0};
    }

    private static DataType common(List<DataType> types) {
        DataType result = types.get(0);
        for (DataType type : types) {
            if (result.equals(type)) {
                continue;
            }
            if (result.kind() == Kind.DOUBLE || type.kind() == Kind.DOUBLE) {
                result = DataType.DOUBLE;
            } else if (!result.isDecimal() && !type.isDecimal()) {
                result = DataType.LONG;
            } else {
                int[] a = digits(new ColumnRef(""), result);
                int[] b = digits(new ColumnRef(""), type);
                int scale = Math.max(a[1], b[1]);
                int precision = Math.max(a[0] - a[1], b[0] - b[1]) + scale;
                int excess = Math.max(0, precision - 38);
                result = DataType.decimal(precision - excess, scale - excess);
            }
        }
        return result;
    }
}
