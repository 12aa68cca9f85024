package io.tidemark.expr.eval;

import io.tidemark.row.DataType;
import io.tidemark.row.DataType.Kind;

/**
 * Conversions between types, asked for with {@code cast} or inserted where a function wants another type.
 *
 * <ul>
 *   <li>Between bool, int, long, double and decimal: true is 1, a number is true when it is not 0. To int and long the part
 *       after the point is cut off; to decimal the value is rounded half up, a double being taken at its exact binary value.
 *   <li>timestamp to int, long: seconds since 1970, rounded down; to double, decimal: seconds with their fraction. int, long,
 *       double, decimal to timestamp: seconds since 1970 (of a double, times 10^9 and cut off). This is Spark's rule; the
 *       nanoseconds of a time are not what a cast gives.
 *   <li>string to numbers: see {@link NumberParser}; to bool: true, t, yes, y, 1 and false, f, no, n, 0 in any case; to
 *       timestamp: see {@link TimestampText}. A text that cannot be read, or whose number does not fit, is
 *       {@code CAST_INVALID}, or null without ansi.
 *   <li>To string: int, long and decimal as plain digits, bool as true and false, timestamp see {@link TimestampText}, double
 *       see {@link DoubleText}. string and binary hold the same bytes.
 * </ul>
 *
 * <p>A number that does not fit its new type is {@code ARITHMETIC_OVERFLOW}, or null without ansi. The cast from double to
 * string allocates; no other does in the steady state.
 */
public final class Casts {
    private static final int INT_DIGITS = 10;
    private static final int LONG_DIGITS = 19;
    private static final int TIMESTAMP_DIGITS = 10;

    private Casts() {}

    /** Whether there is a conversion. */
    static boolean exists(DataType from, DataType to) {
        if (from.kind() == to.kind() || from.kind() == Kind.STRING || to.kind() == Kind.STRING) {
            return true;
        }
        if (from.kind() == Kind.BINARY || to.kind() == Kind.BINARY) {
            return false;
        }
        boolean time = from.kind() == Kind.TIMESTAMP || to.kind() == Kind.TIMESTAMP;
        return !time || from.isNumeric() || to.isNumeric();
    }

    /** Whether a conversion that exists can fail for some value. */
    static boolean canFail(DataType from, DataType to) {
        if (from.equals(to)) {
            return false;
        }
        if (from.kind() == Kind.STRING) {
            return to.kind() != Kind.BINARY;
        }
        boolean fromDouble = from.kind() == Kind.DOUBLE;
        return switch (to.kind()) {
            case BOOL, DOUBLE, STRING, BINARY -> false;
            case INT ->
                fromDouble
                        || from.kind() == Kind.LONG
                        || from.kind() == Kind.TIMESTAMP
                        || wholeDigits(from) >= INT_DIGITS;
            case LONG -> fromDouble || wholeDigits(from) >= LONG_DIGITS;
            case TIMESTAMP -> from.kind() != Kind.INT;
            case DECIMAL -> fromDouble || wholeDigits(to) < digitsNeeded(from, to);
        };
    }

    /** The value in another type; the same evaluator where nothing is to be done. */
    static TypedEvaluator convert(TypedEvaluator input, DataType to, NodeContext context) {
        DataType from = input.type();
        if (from.equals(to)) {
            return input;
        }
        Evaluator evaluator = switch (to.kind()) {
            case BOOL -> BoolCasts.convert(input, context);
            case INT, LONG, TIMESTAMP -> LongCasts.convert(input, to, context);
            case DOUBLE -> DoubleCasts.convert(input, context);
            case DECIMAL -> DecimalCasts.convert(input, to, context);
            case STRING, BINARY -> TextCasts.convert(input, context);
        };
        return new TypedEvaluator(evaluator, to, input.nullable() || !context.ansi() && canFail(from, to));
    }

    private static int digitsNeeded(DataType from, DataType to) {
        return switch (from.kind()) {
            case BOOL -> 1;
            case INT -> INT_DIGITS;
            case LONG -> LONG_DIGITS;
            case TIMESTAMP -> TIMESTAMP_DIGITS;
            // Rounding can carry into one more digit: 99.9 becomes 100.
            default -> wholeDigits(from) + (to.scale() < from.scale() ? 1 : 0);
        };
    }

    private static int wholeDigits(DataType type) {
        return type.precision() - type.scale();
    }
}
