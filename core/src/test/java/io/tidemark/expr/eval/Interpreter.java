package io.tidemark.expr.eval;

import io.tidemark.error.ErrorCode;
import io.tidemark.expr.Expression;
import io.tidemark.expr.Expression.Call;
import io.tidemark.expr.Expression.Cast;
import io.tidemark.expr.Expression.ColumnRef;
import io.tidemark.expr.Expression.Literal;
import io.tidemark.row.DataType;
import io.tidemark.row.DataType.Kind;
import io.tidemark.row.Schema;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The reference: evaluates expressions over Java objects by plain recursion. */
final class Interpreter {
    /**
     * What an expression comes to.
     *
     * @param value value, or null
     * @param failed whether it is an error instead
     * @param codes codes it fails with, or, where it has a value, may fail with because parts that need not be computed fail
     */
    record Outcome(Object value, boolean failed, Set<ErrorCode> codes) {
        static Outcome of(Object value) {
            return new Outcome(value, false, Set.of());
        }

        static Outcome error(ErrorCode code) {
            return new Outcome(null, true, EnumSet.of(code));
        }

        Outcome mayFail(List<Outcome> others) {
            Set<ErrorCode> all = EnumSet.noneOf(ErrorCode.class);
            all.addAll(codes);
            others.forEach(other -> all.addAll(other.codes));
            return new Outcome(value, failed, all);
        }
    }

    private static final class Failure extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final ErrorCode code;

        Failure(ErrorCode code) {
            super(code.name(), null, false, false);
            this.code = code;
        }
    }

    private final Schema schema;
    private final boolean ansi;
    private final TypeRules types;

    Interpreter(Schema schema, boolean ansi) {
        this.schema = schema;
        types = new TypeRules(schema);
        this.ansi = ansi;
    }

    Outcome evaluate(Expression expression, Object[] row) {
        if (expression instanceof ColumnRef column) {
            return Outcome.of(row[schema.index(column.name())]);
        } else if (expression instanceof Literal literal) {
            return Outcome.of(literal.value());
        } else if (expression instanceof Cast cast) {
            DataType from = types.type(cast.input());
            return strict(List.of(evaluate(cast.input(), row)), values -> convert(values.get(0), from, cast.type()));
        }
        Call call = (Call) expression;
        List<Expression> arguments = call.arguments();
        return switch (call.function()) {
            case "and", "or" -> logic(call, row);
            case "if", "case" -> choose(call, row);
            case "coalesce" -> coalesce(call, row);
            case "least", "greatest" -> extreme(call, row);
            case "is_null", "is_not_null" -> {
                Outcome input = evaluate(arguments.get(0), row);
                yield input.failed
                        ? input
                        : Outcome.of((input.value == null) == call.function().equals("is_null"))
                                .mayFail(List.of(input));
            }
            case "<=>" -> {
                Outcome left = evaluate(arguments.get(0), row);
                Outcome right = evaluate(arguments.get(1), row);
                if (!left.failed && !right.failed && (left.value == null || right.value == null)) {
                    yield Outcome.of(left.value == right.value).mayFail(List.of(left, right));
                }
                if (left.failed && right.value == null && !right.failed
                        || right.failed && left.value == null && !left.failed) {
                    yield Outcome.of(false).mayFail(List.of(left, right));
                }
                yield strict(List.of(left, right), values -> compare(values.get(0), values.get(1)) == 0);
            }
            case "nullif" -> {
                Outcome value = evaluate(arguments.get(0), row);
                Outcome other = evaluate(arguments.get(1), row);
                if (value.failed || value.value == null) {
                    yield value;
                }
                Outcome equal = strict(List.of(value, other), values -> compare(values.get(0), values.get(1)) == 0);
                yield equal.failed
                        ? equal
                        : Outcome.of(Boolean.TRUE.equals(equal.value) ? null : value.value)
                                .mayFail(List.of(equal));
            }
            case "in" -> {
                Outcome value = evaluate(arguments.get(0), row);
                if (value.failed || value.value == null) {
                    yield value;
                }
                Outcome result = Outcome.of(false);
                for (Expression candidate : arguments.subList(1, arguments.size())) {
                    Outcome other = evaluate(candidate, row);
                    Outcome equal = strict(List.of(value, other), values -> compare(values.get(0), values.get(1)) == 0);
                    result = or(result, equal);
                    if (result.failed || Boolean.TRUE.equals(result.value)) {
                        break;
                    }
                }
                yield result;
            }
            case "between" -> {
                Outcome value = evaluate(arguments.get(0), row);
                if (value.failed || value.value == null) {
                    yield value;
                }
                Outcome low = strict(
                        List.of(value, evaluate(arguments.get(1), row)),
                        values -> compare(values.get(0), values.get(1)) >= 0);
                yield and(
                        low,
                        () -> strict(
                                List.of(value, evaluate(arguments.get(2), row)),
                                values -> compare(values.get(0), values.get(1)) <= 0));
            }
            default -> {
                List<Outcome> inputs = arguments.stream()
                        .map(argument -> evaluate(argument, row))
                        .toList();
                DataType result = types.type(call);
                yield strict(inputs, values -> apply(call, result, values));
            }
        };
    }

    private interface Body {
        Object apply(List<Object> values);
    }

    /** Null when an operand is null, then an error when one failed, else the body. */
    private Outcome strict(List<Outcome> inputs, Body body) {
        List<Object> values = new ArrayList<>();
        Outcome failed = null;
        for (Outcome input : inputs) {
            if (!input.failed && input.value == null) {
                return Outcome.of(null).mayFail(inputs);
            }
            failed = failed == null && input.failed ? input : failed;
            values.add(input.value);
        }
        if (failed != null) {
            return failed.mayFail(inputs);
        }
        try {
            return Outcome.of(body.apply(values)).mayFail(inputs);
        } catch (Failure failure) {
            return (ansi ? Outcome.error(failure.code) : Outcome.of(null)).mayFail(inputs);
        }
    }

    private Outcome logic(Call call, Object[] row) {
        Outcome left = evaluate(call.arguments().get(0), row);
        if (call.function().equals("and")) {
            return and(left, () -> evaluate(call.arguments().get(1), row));
        }
        if (left.failed || Boolean.TRUE.equals(left.value)) {
            return left;
        }
        return or(left, evaluate(call.arguments().get(1), row));
    }

    private static Outcome and(Outcome left, java.util.function.Supplier<Outcome> rest) {
        if (left.failed || Boolean.FALSE.equals(left.value)) {
            return left;
        }
        Outcome right = rest.get();
        if (right.failed) {
            return right.mayFail(List.of(left));
        }
        Object value = Boolean.FALSE.equals(right.value) ? (Object) false : left.value == null ? null : right.value;
        return Outcome.of(value).mayFail(List.of(left, right));
    }

    private static Outcome or(Outcome left, Outcome right) {
        if (right.failed) {
            return right.mayFail(List.of(left));
        }
        Object value = Boolean.TRUE.equals(right.value) ? (Object) true : left.value == null ? null : right.value;
        return Outcome.of(value).mayFail(List.of(left, right));
    }

    private Outcome choose(Call call, Object[] row) {
        List<Expression> arguments = call.arguments();
        List<Outcome> conditions = new ArrayList<>();
        int last = arguments.size() - 1;
        int chosen = last;
        for (int i = 0; i < last; i += 2) {
            Outcome condition = evaluate(arguments.get(i), row);
            if (condition.failed) {
                return condition.mayFail(conditions);
            }
            conditions.add(condition);
            if (Boolean.TRUE.equals(condition.value)) {
                chosen = i + 1;
                break;
            }
        }
        return branch(arguments.get(chosen), types.type(call), row).mayFail(conditions);
    }

    private Outcome coalesce(Call call, Object[] row) {
        List<Outcome> seen = new ArrayList<>();
        for (Expression argument : call.arguments()) {
            Outcome outcome = branch(argument, types.type(call), row);
            if (outcome.failed || outcome.value != null) {
                return outcome.mayFail(seen);
            }
            seen.add(outcome);
        }
        return Outcome.of(null).mayFail(seen);
    }

    private Outcome extreme(Call call, Object[] row) {
        List<Outcome> seen = new ArrayList<>();
        Outcome best = Outcome.of(null);
        for (Expression argument : call.arguments()) {
            Outcome outcome = branch(argument, types.type(call), row);
            if (outcome.failed) {
                return outcome.mayFail(seen);
            }
            seen.add(outcome);
            int order = outcome.value == null || best.value == null ? 0 : compare(outcome.value, best.value);
            if (best.value == null || (call.function().equals("least") ? order < 0 : order > 0)) {
                best = outcome;
            }
        }
        return best.mayFail(seen);
    }

    private Outcome branch(Expression branch, DataType common, Object[] row) {
        DataType from = types.type(branch);
        return strict(List.of(evaluate(branch, row)), values -> convert(values.get(0), from, common));
    }

    private Object apply(Call call, DataType result, List<Object> values) {
        Object first = values.isEmpty() ? null : values.get(0);
        return switch (call.function()) {
            case "+", "-", "*", "/", "%" -> arithmetic(call, result, first, values.get(1));
            case "neg" -> negate(result, first);
            case "abs" -> compare(first, 0) < 0 || first.equals(-0.0) ? negate(result, first) : first;
            case "=" -> compare(first, values.get(1)) == 0;
            case "!=" -> compare(first, values.get(1)) != 0;
            case "<" -> compare(first, values.get(1)) < 0;
            case "<=" -> compare(first, values.get(1)) <= 0;
            case ">" -> compare(first, values.get(1)) > 0;
            case ">=" -> compare(first, values.get(1)) >= 0;
            case "not" -> !(Boolean) first;
            case "concat" ->
                String.join("", values.stream().map(String.class::cast).toList());
            case "upper" -> mapped((String) first, true);
            case "lower" -> mapped((String) first, false);
            case "length" -> ((String) first).codePointCount(0, ((String) first).length());
            case "to_timestamp" -> convert(first, DataType.STRING, DataType.TIMESTAMP);
            case "add_time" ->
                time(Rows.nanos((Instant) first).add(BigInteger.valueOf(((Number) values.get(1)).longValue())));
            case "round" -> round(result, first, values.size() == 1 ? 0 : ((Number) values.get(1)).intValue());
            case "floor" -> whole(first, RoundingMode.FLOOR, result);
            case "ceil" -> whole(first, RoundingMode.CEILING, result);
            case "date_trunc" -> time(Rows.nanos(TextReference.truncated((String) first, (Instant) values.get(1))));
            default -> TextReference.apply(call.function(), values);
        };
    }

    private static Object whole(Object value, RoundingMode mode, DataType result) {
        if (value instanceof Double number && (number.isNaN() || number.isInfinite())) {
            throw new Failure(ErrorCode.ARITHMETIC_OVERFLOW);
        }
        BigDecimal rounded = (value instanceof Double number ? new BigDecimal(number) : exact(value)).setScale(0, mode);
        return result.isDecimal() ? decimal(rounded, result) : whole(rounded, result);
    }

    private static Object round(DataType result, Object value, int digits) {
        if (value instanceof Double number) {
            return number.isNaN() || number.isInfinite()
                    ? number
                    : (Object) new BigDecimal(number)
                            .setScale(digits, RoundingMode.HALF_UP)
                            .doubleValue();
        }
        BigDecimal rounded = digits >= exact(value).scale()
                ? exact(value)
                : exact(value).setScale(digits, RoundingMode.HALF_UP).setScale(Math.max(digits, 0));
        return result.isDecimal() ? decimal(rounded, result) : whole(rounded, result);
    }

    private static String mapped(String text, boolean upper) {
        StringBuilder result = new StringBuilder();
        text.codePoints()
                .mapToObj(Character::toString)
                .map(c -> upper ? c.toUpperCase(Locale.ROOT) : c.toLowerCase(Locale.ROOT))
                .forEach(result::append);
        return result.toString();
    }

    private Object negate(DataType type, Object value) {
        return switch (type.kind()) {
            case DOUBLE -> -(Double) value;
            case DECIMAL -> ((BigDecimal) value).negate();
            default ->
                integer(type, BigInteger.valueOf(((Number) value).longValue()).negate());
        };
    }

    private Object arithmetic(Call call, DataType result, Object left, Object right) {
        boolean divides = call.function().equals("/") || call.function().equals("%");
        if (divides && compare(right, 0) == 0) {
            throw new Failure(ErrorCode.DIVISION_BY_ZERO);
        }
        if (result.kind() == Kind.DOUBLE) {
            double a = toDouble(left);
            double b = toDouble(right);
            return switch (call.function()) {
                case "+" -> a + b;
                case "-" -> a - b;
                case "*" -> a * b;
                case "/" -> a / b;
                default -> a % b;
            };
        }
        BigDecimal a = exact(left);
        BigDecimal b = exact(right);
        BigDecimal value = switch (call.function()) {
            case "+" -> a.add(b);
            case "-" -> a.subtract(b);
            case "*" -> a.multiply(b);
            case "/" -> a.divide(b, result.scale(), RoundingMode.HALF_UP);
            default -> a.remainder(b);
        };
        return result.isDecimal() ? decimal(value, result) : integer(result, value.toBigIntegerExact());
    }

    private Object integer(DataType type, BigInteger value) {
        int bits = type.kind() == Kind.INT ? 32 : 64;
        if (ansi && value.bitLength() >= bits) {
            throw new Failure(ErrorCode.ARITHMETIC_OVERFLOW);
        }
        return type.kind() == Kind.INT ? (Object) value.intValue() : (Object) value.longValue();
    }

    private static BigDecimal decimal(BigDecimal value, DataType type) {
        BigDecimal rounded = value.setScale(type.scale(), RoundingMode.HALF_UP);
        if (rounded.unscaledValue().abs().compareTo(BigInteger.TEN.pow(type.precision())) >= 0) {
            throw new Failure(ErrorCode.ARITHMETIC_OVERFLOW);
        }
        return rounded;
    }

    private static Instant time(BigInteger nanos) {
        if (nanos.bitLength() >= 64) {
            throw new Failure(ErrorCode.ARITHMETIC_OVERFLOW);
        }
        long value = nanos.longValue();
        return Instant.ofEpochSecond(Math.floorDiv(value, 1_000_000_000L), Math.floorMod(value, 1_000_000_000L));
    }

    private static double toDouble(Object value) {
        return value instanceof BigDecimal decimal
                ? Double.parseDouble(decimal.toString())
                : ((Number) value).doubleValue();
    }

    private static BigDecimal exact(Object value) {
        return value instanceof BigDecimal decimal ? decimal : BigDecimal.valueOf(((Number) value).longValue());
    }

    private static int compare(Object left, Object right) {
        if (left instanceof Number && right instanceof Number) {
            if (left instanceof Double || right instanceof Double) {
                double a = toDouble(left) + 0.0;
                double b = toDouble(right) + 0.0;
                return Double.compare(a, b);
            }
            return exact(left).compareTo(exact(right));
        }
        if (left instanceof String a) {
            byte[] first = a.getBytes(java.nio.charset.StandardCharsets.UTF_8);
            byte[] second = ((String) right).getBytes(java.nio.charset.StandardCharsets.UTF_8);
            return Integer.signum(java.util.Arrays.compareUnsigned(first, second));
        }
        if (left instanceof Boolean a) {
            return Boolean.compare(a, (Boolean) right);
        }
        return ((Instant) left).compareTo((Instant) right);
    }

    private Object convert(Object value, DataType from, DataType to) {
        if (from.equals(to)) {
            return value;
        }
        if (value instanceof String text) {
            return TextReading.read(text.strip(), to, () -> new Failure(ErrorCode.CAST_INVALID));
        }
        Object number = value instanceof Boolean truth ? (Object) (truth ? 1 : 0) : value;
        BigDecimal seconds = value instanceof Instant time ? new BigDecimal(Rows.nanos(time), 9) : null;
        return switch (to.kind()) {
            case BOOL -> compare(number, 0) != 0;
            case INT, LONG -> whole(seconds != null ? seconds.setScale(0, RoundingMode.FLOOR) : number, to);
            case DOUBLE -> toDouble(seconds != null ? seconds : number);
            case DECIMAL -> {
                if (number instanceof Double d) {
                    if (Double.isNaN(d) || Double.isInfinite(d)) {
                        throw new Failure(ErrorCode.ARITHMETIC_OVERFLOW);
                    }
                    yield decimal(new BigDecimal(d), to);
                }
                yield decimal(seconds != null ? seconds : exact(number), to);
            }
            case TIMESTAMP -> {
                if (number instanceof Double d) {
                    double nanos = d * 1e9;
                    if (Double.isNaN(nanos) || Double.isInfinite(nanos)) {
                        throw new Failure(ErrorCode.ARITHMETIC_OVERFLOW);
                    }
                    yield time(new BigDecimal(nanos).toBigInteger());
                }
                yield time(exact(number).setScale(9, RoundingMode.HALF_UP).unscaledValue());
            }
            case STRING -> value instanceof BigDecimal decimal ? decimal.toPlainString() : String.valueOf(value);
            case BINARY -> throw new AssertionError();
        };
    }

    private static Object whole(Object number, DataType to) {
        if (number instanceof Double d && (Double.isNaN(d) || Double.isInfinite(d))) {
            throw new Failure(ErrorCode.ARITHMETIC_OVERFLOW);
        }
        BigInteger value = (number instanceof Double d ? new BigDecimal(d) : exact(number)).toBigInteger();
        if (value.bitLength() >= (to.kind() == Kind.INT ? 32 : 64)) {
            throw new Failure(ErrorCode.ARITHMETIC_OVERFLOW);
        }
        return to.kind() == Kind.INT ? (Object) value.intValue() : (Object) value.longValue();
    }
}
