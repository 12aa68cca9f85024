package io.tidemark.expr.eval;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.math.BigInteger;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** 128-bit integers against BigInteger. */
class Decimal128PropertyTest {
    private static final int TRIES = 100;
    private static final int CASES = 400;

    @Property(tries = TRIES)
    void shouldAddAndSubtractOrReportOverflow(@ForAll long seed) {
        DecimalValues values = new DecimalValues(seed);
        for (int i = 0; i < CASES; i++) {
            BigInteger left = values.any();
            BigInteger right = values.any();
            addAndSubtractOrReportOverflow(left, right);
        }
    }

    private void addAndSubtractOrReportOverflow(BigInteger left, BigInteger right) {
        Decimal128 sum = Rows.decimal(left);
        check(left.add(right), left, sum.add(Rows.decimal(right)), sum);
        Decimal128 difference = Rows.decimal(left);
        check(left.subtract(right), left, difference.subtract(Rows.decimal(right)), difference);
        Decimal128 small = Rows.decimal(left);
        check(left.add(BigInteger.valueOf(right.longValue())), left, small.add(right.longValue()), small);
    }

    @Property(tries = TRIES)
    void shouldNegateCompareAndShowAsBigIntegerDoes(@ForAll long seed) {
        DecimalValues values = new DecimalValues(seed);
        for (int i = 0; i < CASES; i++) {
            BigInteger left = values.any();
            BigInteger right = values.any();
            negateCompareAndShowAsBigIntegerDoes(left, right);
        }
    }

    private void negateCompareAndShowAsBigIntegerDoes(BigInteger left, BigInteger right) {
        Decimal128 negated = Rows.decimal(left);
        check(left.negate(), left, negated.negate(), negated);
        assertEquals(left.compareTo(right), Rows.decimal(left).compare(Rows.decimal(right)));
        assertEquals(left.equals(right), Rows.decimal(left).equals(Rows.decimal(right)));
        assertEquals(left.toString(), Rows.decimal(left).toString());
        assertEquals(left.signum() == 0, Rows.decimal(left).isZero());
        assertEquals(left.signum() < 0, Rows.decimal(left).isNegative());
        assertEquals(left.bitLength() < 64, Rows.decimal(left).fitsLong());
    }

    @Property(tries = TRIES)
    void shouldKnowHowManyDigitsFit(@ForAll long seed) {
        DecimalValues values = new DecimalValues(seed);
        for (int i = 0; i < CASES; i++) {
            BigInteger value = values.any();
            int digits = values.between(1, 38);
            knowHowManyDigitsFit(value, digits);
        }
    }

    private void knowHowManyDigitsFit(BigInteger value, int digits) {
        boolean fits = value.abs().compareTo(BigInteger.TEN.pow(digits)) < 0;
        assertEquals(fits, Rows.decimal(value).fits(digits));
    }

    @Property(tries = TRIES)
    void shouldMultiplyTwoLongs(@ForAll long seed) {
        DecimalValues values = new DecimalValues(seed);
        for (int i = 0; i < CASES; i++) {
            long left = values.bits();
            long right = values.bits();
            multiplyTwoLongs(left, right);
        }
    }

    private void multiplyTwoLongs(long left, long right) {
        Decimal128 product = new Decimal128();
        product.setProduct(left, right);
        assertEquals(BigInteger.valueOf(left).multiply(BigInteger.valueOf(right)), Rows.big(product));
    }

    private static void check(BigInteger expected, BigInteger unchanged, boolean fitted, Decimal128 actual) {
        assertEquals(expected.bitLength() < 128, fitted);
        assertEquals(fitted ? expected : unchanged, Rows.big(actual));
    }
}
