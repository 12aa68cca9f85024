package io.tidemark.expr.eval;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.tidemark.row.DataType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Decimals against BigDecimal: every operation exact, then rounded half up once. */
class DecimalArithmeticPropertyTest {
    private static final int TRIES = 100;
    private static final int CASES = 400;

    private final DecimalArithmetic arithmetic = new DecimalArithmetic();

    interface Operation {
        boolean apply(
                Decimal128 left, int leftScale, Decimal128 right, int rightScale, DataType type, Decimal128 result);
    }

    @Property(tries = TRIES)
    void shouldAdd(@ForAll long seed) {
        DecimalValues values = new DecimalValues(seed);
        for (int i = 0; i < CASES; i++) {
            BigDecimal left = values.decimal();
            BigDecimal right = values.decimal();
            DataType type = values.type();
            add(left, right, type);
        }
    }

    private void add(BigDecimal left, BigDecimal right, DataType type) {
        check(arithmetic::add, left, right, type, left.add(right));
    }

    @Property(tries = TRIES)
    void shouldSubtract(@ForAll long seed) {
        DecimalValues values = new DecimalValues(seed);
        for (int i = 0; i < CASES; i++) {
            BigDecimal left = values.decimal();
            BigDecimal right = values.decimal();
            DataType type = values.type();
            subtract(left, right, type);
        }
    }

    private void subtract(BigDecimal left, BigDecimal right, DataType type) {
        check(arithmetic::subtract, left, right, type, left.subtract(right));
    }

    @Property(tries = TRIES)
    void shouldMultiply(@ForAll long seed) {
        DecimalValues values = new DecimalValues(seed);
        for (int i = 0; i < CASES; i++) {
            BigDecimal left = values.decimal();
            BigDecimal right = values.decimal();
            DataType type = values.type();
            multiply(left, right, type);
        }
    }

    private void multiply(BigDecimal left, BigDecimal right, DataType type) {
        check(arithmetic::multiply, left, right, type, left.multiply(right));
    }

    @Property(tries = TRIES)
    void shouldDivide(@ForAll long seed) {
        DecimalValues values = new DecimalValues(seed);
        for (int i = 0; i < CASES; i++) {
            BigDecimal left = values.decimal();
            BigDecimal right = values.decimal();
            DataType type = values.type();
            divide(left, right, type);
        }
    }

    private void divide(BigDecimal left, BigDecimal right, DataType type) {
        if (right.signum() != 0) {
            check(arithmetic::divide, left, right, type, left.divide(right, type.scale(), RoundingMode.HALF_UP));
        }
    }

    @Property(tries = TRIES)
    void shouldTakeRemainder(@ForAll long seed) {
        DecimalValues values = new DecimalValues(seed);
        for (int i = 0; i < CASES; i++) {
            BigDecimal left = values.decimal();
            BigDecimal right = values.decimal();
            DataType type = values.type();
            takeRemainder(left, right, type);
        }
    }

    private void takeRemainder(BigDecimal left, BigDecimal right, DataType type) {
        if (right.signum() != 0) {
            check(arithmetic::remainder, left, right, type, left.remainder(right));
        }
    }

    @Property(tries = TRIES)
    void shouldWorkAtOneScaleWithoutScaling(@ForAll long seed) {
        DecimalValues values = new DecimalValues(seed);
        for (int i = 0; i < CASES; i++) {
            BigDecimal left = values.decimal();
            BigDecimal other = values.decimal();
            int precision = values.between(1, 38);
            workAtOneScaleWithoutScaling(left, other, precision);
        }
    }

    private void workAtOneScaleWithoutScaling(BigDecimal left, BigDecimal other, int precision) {
        DataType type = DataType.decimal(Math.max(precision, left.scale()), left.scale());
        BigDecimal right = new BigDecimal(other.unscaledValue(), left.scale());
        check(arithmetic::add, left, right, type, left.add(right));
        check(arithmetic::subtract, left, right, type, left.subtract(right));
        if (right.signum() != 0) {
            check(arithmetic::remainder, left, right, type, left.remainder(right));
        }
        int scale = Math.min(38, 2 * left.scale());
        check(arithmetic::multiply, left, right, DataType.decimal(38, scale), left.multiply(right));
    }

    @Property(tries = TRIES)
    void shouldRescaleAndTruncate(@ForAll long seed) {
        DecimalValues values = new DecimalValues(seed);
        for (int i = 0; i < CASES; i++) {
            BigDecimal value = values.decimal();
            DataType type = values.type();
            rescaleAndTruncate(value, type);
        }
    }

    private void rescaleAndTruncate(BigDecimal value, DataType type) {
        Decimal128 result = Rows.decimal(value.unscaledValue());
        assertFits(value, type, arithmetic.rescale(result, value.scale(), type, result), result);
        Decimal128 whole = new Decimal128();
        arithmetic.truncate(Rows.decimal(value.unscaledValue()), value.scale(), whole);
        assertEquals(value.toBigInteger(), Rows.big(whole));
    }

    @Property(tries = TRIES)
    void shouldCompareAcrossScales(@ForAll long seed) {
        DecimalValues values = new DecimalValues(seed);
        for (int i = 0; i < CASES; i++) {
            BigDecimal left = values.decimal();
            BigDecimal right = values.decimal();
            compareAcrossScales(left, right);
        }
    }

    private void compareAcrossScales(BigDecimal left, BigDecimal right) {
        assertEquals(left.compareTo(right), compare(left, right));
        if (right.scale() < 38) {
            BigDecimal same = right.setScale(right.scale() + 1);
            if (same.unscaledValue().bitLength() < 127) {
                assertEquals(0, compare(right, same));
            }
        }
    }

    @Property(tries = TRIES)
    void shouldConvertToTheNearestDouble(@ForAll long seed) {
        DecimalValues values = new DecimalValues(seed);
        for (int i = 0; i < CASES; i++) {
            BigDecimal value = values.decimal();
            convertToTheNearestDouble(value);
        }
    }

    private void convertToTheNearestDouble(BigDecimal value) {
        double expected = Double.parseDouble(value.toString());
        assertEquals(expected, arithmetic.toDouble(Rows.decimal(value.unscaledValue()), value.scale()));
        double up = Double.parseDouble(value.unscaledValue() + "e" + value.scale());
        assertEquals(up, arithmetic.toDouble(Rows.decimal(value.unscaledValue()), -value.scale()));
    }

    @Property(tries = TRIES)
    void shouldConvertFromTheExactValueOfADouble(@ForAll long seed) {
        DecimalValues values = new DecimalValues(seed);
        for (int i = 0; i < CASES; i++) {
            BigDecimal near = values.decimal();
            DataType type = values.type();
            convertFromTheExactValueOfADouble(near, type);
        }
    }

    private void convertFromTheExactValueOfADouble(BigDecimal near, DataType type) {
        double value = near.doubleValue();
        Decimal128 result = new Decimal128();
        assertFits(new BigDecimal(value), type, arithmetic.fromDouble(value, type, result), result);
    }

    @Property(tries = TRIES)
    void shouldRefuseOrConvertEveryDouble(@ForAll long seed) {
        DecimalValues values = new DecimalValues(seed);
        for (int i = 0; i < CASES; i++) {
            double value = Double.longBitsToDouble(values.bits());
            DataType type = values.type();
            refuseOrConvertEveryDouble(value, type);
        }
    }

    private void refuseOrConvertEveryDouble(double value, DataType type) {
        Decimal128 result = new Decimal128();
        if (Double.isNaN(value) || Double.isInfinite(value)) {
            assertFalse(arithmetic.fromDouble(value, type, result));
        } else {
            assertFits(new BigDecimal(value), type, arithmetic.fromDouble(value, type, result), result);
        }
    }

    private int compare(BigDecimal left, BigDecimal right) {
        return arithmetic.compare(
                Rows.decimal(left.unscaledValue()), left.scale(), Rows.decimal(right.unscaledValue()), right.scale());
    }

    private static void check(Operation operation, BigDecimal left, BigDecimal right, DataType type, BigDecimal exact) {
        Decimal128 result = new Decimal128();
        Decimal128 first = Rows.decimal(left.unscaledValue());
        Decimal128 second = Rows.decimal(right.unscaledValue());
        assertFits(exact, type, operation.apply(first, left.scale(), second, right.scale(), type, result), result);
        assertEquals(left.unscaledValue(), Rows.big(first), "left is kept");
        assertEquals(right.unscaledValue(), Rows.big(second), "right is kept");
        // The result may be either operand.
        assertFits(exact, type, operation.apply(first, left.scale(), second, right.scale(), type, first), first);
        first = Rows.decimal(left.unscaledValue());
        assertFits(exact, type, operation.apply(first, left.scale(), second, right.scale(), type, second), second);
    }

    private static void assertFits(BigDecimal exact, DataType type, boolean fitted, Decimal128 result) {
        BigInteger expected = exact.setScale(type.scale(), RoundingMode.HALF_UP).unscaledValue();
        boolean fits = expected.abs().compareTo(BigInteger.TEN.pow(type.precision())) < 0;
        assertEquals(fits, fitted, () -> exact + " as " + type);
        if (fits) {
            assertEquals(expected, Rows.big(result), () -> exact + " as " + type);
        }
    }
}
