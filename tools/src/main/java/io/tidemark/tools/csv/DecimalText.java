package io.tidemark.tools.csv;

import io.tidemark.row.DataType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/** Exact numbers from text. A number that would need rounding is refused, and a huge exponent costs nothing. */
final class DecimalText {
    /** More digits before the point than any type holds. */
    private static final int MOST_INTEGER_DIGITS = 64;

    private DecimalText() {}

    /** The number, without zeros at its end, so that its scale says how many digits after the point it needs. */
    static BigDecimal parse(String text, String otherwise) throws InvalidValueException {
        try {
            BigDecimal value = new BigDecimal(text);
            return value.signum() == 0 ? BigDecimal.ZERO : value.stripTrailingZeros();
        } catch (ArithmeticException | NumberFormatException e) {
            throw new InvalidValueException(otherwise);
        }
    }

    /** The value in this type. */
    static BigDecimal fit(BigDecimal value, DataType type) throws InvalidValueException {
        if (value.scale() > type.scale()) {
            throw new InvalidValueException(
                    "has " + value.scale() + " digits after the point, and " + type + " holds " + type.scale());
        }
        if (value.signum() == 0) {
            return BigDecimal.valueOf(0, type.scale());
        }
        long integerDigits = (long) value.precision() - value.scale();
        if (integerDigits > type.precision() - type.scale()) {
            throw new InvalidValueException("has " + integerDigits + " digits before the point, and " + type + " holds "
                    + (type.precision() - type.scale()));
        }
        return value.setScale(type.scale(), RoundingMode.UNNECESSARY);
    }

    /** The value as a whole number of 64 bits. */
    static long toLong(BigDecimal number, String fraction, String range) throws InvalidValueException {
        if ((long) number.precision() - number.scale() > MOST_INTEGER_DIGITS) {
            throw new InvalidValueException(range);
        }
        BigDecimal value = number.stripTrailingZeros();
        if (value.scale() > 0) {
            throw new InvalidValueException(fraction);
        }
        BigInteger whole = value.toBigIntegerExact();
        if (whole.bitLength() >= Long.SIZE) {
            throw new InvalidValueException(range);
        }
        return whole.longValue();
    }
}
