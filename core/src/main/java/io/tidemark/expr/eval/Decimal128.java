package io.tidemark.expr.eval;

/**
 * A 128-bit signed integer that can be changed: the unscaled value of a decimal. One thread; nothing here allocates.
 *
 * <p>What needs more than 128 bits on the way (products, quotients, changes of scale) is in {@link DecimalArithmetic}.
 */
public final class Decimal128 {
    private long high;
    private long low;

    /** Zero. */
    public Decimal128() {}

    /** Sets both words. */
    public void set(long newHigh, long newLow) {
        high = newHigh;
        low = newLow;
    }

    /** Sets a value that fits 64 bits. */
    public void set(long value) {
        set(value >> 63, value);
    }

    /** Sets the value of another. */
    public void set(Decimal128 other) {
        set(other.high, other.low);
    }

    /** High word, with the sign. */
    public long high() {
        return high;
    }

    /** Low word. */
    public long low() {
        return low;
    }

    /** Whether the value is 0. */
    public boolean isZero() {
        return (high | low) == 0;
    }

    /** Whether the value is below 0. */
    public boolean isNegative() {
        return high < 0;
    }

    /** Whether the value fits 64 bits; then it is {@link #low}. */
    public boolean fitsLong() {
        return high == low >> 63;
    }

    /** Whether the value has at most {@code precision} digits, 1 to 38. */
    public boolean fits(int precision) {
        if (precision <= PowersOfTen.MAX_LONG && fitsLong()) {
            long limit = PowersOfTen.of(precision);
            return low < limit && low > -limit;
        }
        long limitHigh = PowersOfTen.high(precision);
        long limitLow = PowersOfTen.low(precision);
        if (high >= 0) {
            return order(high, low, limitHigh, limitLow) < 0;
        }
        long negatedHigh = limitLow == 0 ? -limitHigh : ~limitHigh;
        return order(high, low, negatedHigh, -limitLow) > 0;
    }

    /** Adds; false, and unchanged, when the sum does not fit 128 bits. */
    public boolean add(Decimal128 other) {
        return add(other.high, other.low);
    }

    /** Adds; false, and unchanged, when the sum does not fit 128 bits. */
    public boolean add(long value) {
        return add(value >> 63, value);
    }

    /** Subtracts; false, and unchanged, when the difference does not fit 128 bits. */
    public boolean subtract(Decimal128 other) {
        long newLow = low - other.low;
        long newHigh = high - other.high - (Long.compareUnsigned(low, other.low) < 0 ? 1 : 0);
        if (((high ^ other.high) & (high ^ newHigh)) < 0) {
            return false;
        }
        set(newHigh, newLow);
        return true;
    }

    /** Changes the sign; false, and unchanged, for the smallest value, which has no counterpart. */
    public boolean negate() {
        if (high == Long.MIN_VALUE && low == 0) {
            return false;
        }
        set(low == 0 ? -high : ~high, -low);
        return true;
    }

    /** Sets the product of two 64-bit values, which always fits. */
    public void setProduct(long left, long right) {
        set(Math.multiplyHigh(left, right), left * right);
    }

    /** -1, 0 or 1 as this is smaller than, equal to or greater than the other. */
    public int compare(Decimal128 other) {
        return order(high, low, other.high, other.low);
    }

    private boolean add(long otherHigh, long otherLow) {
        long newLow = low + otherLow;
        long newHigh = high + otherHigh + (Long.compareUnsigned(newLow, low) < 0 ? 1 : 0);
        if (((high ^ newHigh) & (otherHigh ^ newHigh)) < 0) {
            return false;
        }
        set(newHigh, newLow);
        return true;
    }

    private static int order(long leftHigh, long leftLow, long rightHigh, long rightLow) {
        return leftHigh != rightHigh
                ? leftHigh < rightHigh ? -1 : 1
                : Integer.signum(Long.compareUnsigned(leftLow, rightLow));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Decimal128 decimal && decimal.high == high && decimal.low == low;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(high * 31 + low);
    }

    /** The integer in decimal digits, without a point. Allocates. */
    @Override
    public String toString() {
        return java.math.BigInteger.valueOf(high)
                .shiftLeft(Long.SIZE)
                .or(new java.math.BigInteger(Long.toUnsignedString(low)))
                .toString();
    }
}
