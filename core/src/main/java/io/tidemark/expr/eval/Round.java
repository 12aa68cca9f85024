package io.tidemark.expr.eval;

import io.tidemark.error.ErrorCode;
import io.tidemark.expr.Expression.Literal;
import io.tidemark.row.DataType;
import io.tidemark.row.DataType.Kind;
import io.tidemark.row.RowView;
import java.util.ArrayList;
import java.util.List;

/**
 * {@code round(x, digits)}: x rounded half up, away from zero, to so many digits after the point, none if left out, or to tens, hundreds
 * and so on where {@code digits} is negative: a constant of -18 to 38.
 *
 * <p>Int, long and double keep their type; a double is taken at its exact binary value. decimal(p,s) stays as it is for s digits or
 * more, for fewer it becomes decimal(p - s + 1 + digits, digits), for negative digits decimal(max(p - s, -digits) + 1, 0), with at most
 * 38 digits. What does not fit is {@code ARITHMETIC_OVERFLOW}, or null without ansi.
 */
final class Round implements ScalarFunction {
    private static final int LEAST = -PowersOfTen.MAX_LONG;

    @Override
    public String name() {
        return "round";
    }

    @Override
    public Signature resolve(CallSite call) {
        if (!call.accepts(1, 2)) {
            return null;
        }
        DataType type = call.type(0);
        Kind second = call.size() == 1 ? Kind.INT : call.type(1).kind();
        if (!type.isNumeric() || second != Kind.INT && second != Kind.LONG) {
            return call.mismatch("a number and a number of digits", "Cast the value to a number.");
        }
        Literal literal = call.size() == 1 ? new Literal(0, DataType.INT) : call.literal(1);
        long digits = literal != null && literal.value() instanceof Number number ? number.longValue() : Long.MIN_VALUE;
        if (digits < LEAST || digits > DataType.MAX_PRECISION) {
            return call.refuse(
                    ErrorCode.FUNCTION_UNSUPPORTED,
                    "'round' needs a constant number of digits of " + LEAST + " to " + DataType.MAX_PRECISION + ".",
                    "Write it out, such as round(price, 2).");
        }
        DataType result = type.isDecimal() ? result(type, (int) digits) : type;
        List<DataType> parameters = new ArrayList<>(List.of(type));
        if (call.size() == 2) {
            parameters.add(DataType.LONG);
        }
        return new Signature(parameters, result, call.nullable(0) || !call.ansi() && canFail(type, (int) digits));
    }

    @Override
    public Evaluator create(Signature signature, List<TypedEvaluator> arguments, NodeContext context) {
        TypedEvaluator input = arguments.get(0);
        // The number of digits was a constant in resolve: it does not look at the row.
        int digits = arguments.size() == 1 ? 0 : (int) arguments.get(1).asLong().getLong(null);
        DataType from = input.type();
        DataType to = signature.result();
        return switch (from.kind()) {
            case DOUBLE -> context.node(Doubles.class, input.asDouble(), digits);
            case DECIMAL ->
                digits >= from.scale()
                        ? input.evaluator()
                        : digits >= 0
                                ? context.node(
                                        DecimalCasts.Rescale.class, input.asDecimal(), from.scale(), to, context.site())
                                : context.node(
                                        Decimals.class, input.asDecimal(), from.scale(), -digits, to, context.site());
            default ->
                digits >= 0
                        ? input.evaluator()
                        : context.node(Integers.class, input.asLong(), PowersOfTen.of(-digits), to, context.site());
        };
    }

    private static DataType result(DataType type, int digits) {
        if (digits >= type.scale()) {
            return type;
        }
        int whole = type.precision() - type.scale();
        int precision = digits >= 0 ? whole + 1 + digits : Math.max(whole, -digits) + 1;
        return DataType.decimal(Math.min(DataType.MAX_PRECISION, precision), Math.max(digits, 0));
    }

    private static boolean canFail(DataType type, int digits) {
        return switch (type.kind()) {
            case DOUBLE -> false;
            case DECIMAL ->
                digits < type.scale()
                        && type.precision() - type.scale() + 1 + Math.max(digits, 0) > DataType.MAX_PRECISION;
            default -> digits < 0;
        };
    }

    static final class Integers extends LatchedLong {
        private final LongEvaluator input;
        private final long unit;
        private final DataType type;
        private final ErrorSite site;

        Integers(LongEvaluator input, long unit, DataType type, ErrorSite site) {
            this.input = input;
            this.unit = unit;
            this.type = type;
            this.site = site;
        }

        @Override
        boolean compute(RowView row) {
            if (input.isNull(row)) {
                return false;
            }
            long value = input.getLong(row);
            long rest = value % unit;
            long down = value - rest;
            long result = down;
            if (Math.abs(rest) >= unit - Math.abs(rest)) {
                result = value < 0 ? down - unit : down + unit;
            }
            result(result);
            boolean wrapped = value < 0 ? result > 0 : result < 0;
            return !wrapped && (type.kind() == Kind.LONG || (int) result == result) || site.overflowed(type);
        }
    }

    static final class Doubles implements DoubleEvaluator {
        private static final DataType WHOLE = DataType.decimal(DataType.MAX_PRECISION, 0);

        private final DoubleEvaluator input;
        private final int digits;
        private final DataType scaled;
        private final Decimal128 decimal = new Decimal128();
        private final DecimalArithmetic arithmetic = new DecimalArithmetic();

        Doubles(DoubleEvaluator input, int digits) {
            this.input = input;
            this.digits = digits;
            this.scaled = DataType.decimal(DataType.MAX_PRECISION, Math.max(digits, 0));
        }

        @Override
        public boolean isNull(RowView row) {
            return input.isNull(row);
        }

        @Override
        public double getDouble(RowView row) {
            double value = input.getDouble(row);
            // Cutting off what follows the point does not move a number over half of ten or more.
            double whole = digits < 0 ? (value < 0 ? Math.ceil(value) : Math.floor(value)) : value;
            if (!arithmetic.fromDouble(whole, scaled, decimal)) {
                // 20 digits or more would be kept, and a double has 17. NaN and infinities stay what they are.
                return value;
            }
            if (digits < 0) {
                arithmetic.rescale(decimal, -digits, WHOLE, decimal);
            }
            return arithmetic.toDouble(decimal, digits);
        }
    }

    static final class Decimals extends LatchedDecimal {
        private static final DataType WHOLE = DataType.decimal(DataType.MAX_PRECISION, 0);

        private final DecimalEvaluator input;
        private final int scale;
        private final int zeros;
        private final DataType type;
        private final ErrorSite site;
        private final Decimal128 unit = new Decimal128();
        private final DecimalArithmetic arithmetic = new DecimalArithmetic();

        Decimals(DecimalEvaluator input, int scale, int zeros, DataType type, ErrorSite site) {
            this.input = input;
            this.scale = scale;
            this.zeros = zeros;
            this.type = type;
            this.site = site;
            this.unit.set(PowersOfTen.high(zeros), PowersOfTen.low(zeros));
        }

        @Override
        boolean compute(RowView row, Decimal128 result) {
            if (input.isNull(row)) {
                return false;
            }
            input.getDecimal(row, result);
            arithmetic.rescale(result, scale + zeros, WHOLE, result);
            return arithmetic.multiply(result, 0, unit, 0, type, result) || site.overflowed(type);
        }
    }
}
