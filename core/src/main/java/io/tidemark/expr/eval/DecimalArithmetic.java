package io.tidemark.expr.eval;

import io.tidemark.row.DataType;

/**
 * Exact arithmetic on decimals, rounded half up once, at the end, to the scale of the result type. Holds the scratch for
 * intermediate values of up to 256 bits: one instance per node, one thread; nothing allocates after construction.
 *
 * <p>Every operation returns false when the result does not fit the precision of its type; then {@code result} is undefined.
 * {@code result} may be one of the operands. Scales are 0 to 38.
 */
public final class DecimalArithmetic {
    /** Products and dividends of more bits than this have a result of more than 128. */
    private static final int MAX_BITS = 258;

    private final Magnitude first = new Magnitude();
    private final Magnitude second = new Magnitude();
    private final Magnitude third = new Magnitude();

    /** Fresh scratch. */
    public DecimalArithmetic() {}

    /** Sum. */
    public boolean add(
            Decimal128 left, int leftScale, Decimal128 right, int rightScale, DataType type, Decimal128 result) {
        if (leftScale == rightScale && leftScale == type.scale()) {
            if (result == right) {
                return result.add(left) && result.fits(type.precision());
            }
            result.set(left);
            return result.add(right) && result.fits(type.precision());
        }
        return addSigned(left, leftScale, right, rightScale, right.isNegative(), type, result);
    }

    /** Difference. */
    public boolean subtract(
            Decimal128 left, int leftScale, Decimal128 right, int rightScale, DataType type, Decimal128 result) {
        if (leftScale == rightScale && leftScale == type.scale() && result != right) {
            result.set(left);
            return result.subtract(right) && result.fits(type.precision());
        }
        return addSigned(left, leftScale, right, rightScale, !right.isNegative(), type, result);
    }

    /** Product. */
    public boolean multiply(
            Decimal128 left, int leftScale, Decimal128 right, int rightScale, DataType type, Decimal128 result) {
        int down = leftScale + rightScale - type.scale();
        if (down == 0 && left.fitsLong() && right.fitsLong()) {
            result.setProduct(left.low(), right.low());
            return result.fits(type.precision());
        }
        boolean negative = left.isNegative() != right.isNegative();
        first.set(left);
        second.set(right);
        third.setProduct(first, second);
        return store(third, down, negative, type, result);
    }

    /** Quotient; the divisor must not be zero. */
    public boolean divide(
            Decimal128 left, int leftScale, Decimal128 right, int rightScale, DataType type, Decimal128 result) {
        int up = rightScale + type.scale() - leftScale;
        if (left.fitsLong() && right.fitsLong() && up >= 0 && up <= PowersOfTen.MAX_LONG) {
            long dividend = left.low() * PowersOfTen.of(up);
            long divisor = right.low();
            if (Math.multiplyHigh(left.low(), PowersOfTen.of(up)) == dividend >> 63
                    && dividend != Long.MIN_VALUE
                    && divisor != Long.MIN_VALUE) {
                result.set(halfUp(dividend, divisor));
                return result.fits(type.precision());
            }
        }
        boolean negative = left.isNegative() != right.isNegative();
        first.set(left);
        second.set(right);
        if (up >= 0) {
            if (first.scaledBits(up) > MAX_BITS) {
                return false;
            }
            first.scaleUp(up);
        } else {
            second.scaleUp(-up);
        }
        first.divide(second, third);
        first.shiftLeft(1);
        if (first.compare(second) >= 0) {
            third.increment();
        }
        return third.store(negative, result) && result.fits(type.precision());
    }

    /** Remainder with the sign of the left side; the divisor must not be zero. */
    public boolean remainder(
            Decimal128 left, int leftScale, Decimal128 right, int rightScale, DataType type, Decimal128 result) {
        int scale = Math.max(leftScale, rightScale);
        if (leftScale == rightScale && scale == type.scale() && left.fitsLong() && right.fitsLong()) {
            result.set(left.low() % right.low());
            return result.fits(type.precision());
        }
        boolean negative = left.isNegative();
        first.set(left);
        first.scaleUp(scale - leftScale);
        second.set(right);
        second.scaleUp(scale - rightScale);
        first.divide(second, third);
        return store(first, scale - type.scale(), negative, type, result);
    }

    /** The same number at the scale of {@code type}. */
    public boolean rescale(Decimal128 value, int scale, DataType type, Decimal128 result) {
        int up = type.scale() - scale;
        if (up == 0) {
            result.set(value);
            return result.fits(type.precision());
        }
        if (value.fitsLong() && up <= PowersOfTen.MAX_LONG && up >= -PowersOfTen.MAX_LONG) {
            if (up > 0) {
                result.setProduct(value.low(), PowersOfTen.of(up));
            } else {
                result.set(halfUp(value.low(), PowersOfTen.of(-up)));
            }
            return result.fits(type.precision());
        }
        boolean negative = value.isNegative();
        first.set(value);
        return store(first, -up, negative, type, result);
    }

    /** The part before the point, rounded towards zero, in {@code result}. */
    public void truncate(Decimal128 value, int scale, Decimal128 result) {
        boolean negative = value.isNegative();
        first.set(value);
        first.scaleDown(scale);
        if (!first.store(negative, result)) {
            // Only the smallest 128-bit integer has no positive counterpart, and it is not divided by anything here.
            result.set(value);
        }
    }

    /** -1, 0 or 1 as the left number is smaller than, equal to or greater than the right one. */
    public int compare(Decimal128 left, int leftScale, Decimal128 right, int rightScale) {
        if (leftScale == rightScale) {
            return left.compare(right);
        }
        if (left.isNegative() != right.isNegative()) {
            return left.isNegative() ? -1 : 1;
        }
        first.set(left);
        second.set(right);
        if (leftScale < rightScale) {
            first.scaleUp(rightScale - leftScale);
        } else {
            second.scaleUp(leftScale - rightScale);
        }
        int order = Integer.signum(first.compare(second));
        return left.isNegative() ? -order : order;
    }

    /** The double nearest to the number, ties to even. {@code scale} may be -38 to 38. */
    public double toDouble(Decimal128 value, int scale) {
        if (value.fitsLong()
                && Math.abs(value.low()) <= 1L << 53
                && value.low() != Long.MIN_VALUE
                && scale >= 0
                && scale <= PowersOfTen.MAX_DOUBLE) {
            return value.low() / PowersOfTen.ofDouble(scale);
        }
        first.set(value);
        if (first.isZero()) {
            return 0;
        }
        first.scaleUp(Math.max(0, -scale));
        second.set(1);
        second.scaleUp(Math.max(0, scale));
        // 65 bits or more of the quotient, and whether anything follows them.
        int shift = Math.max(0, 65 + second.bits() - first.bits());
        first.shiftLeft(shift);
        first.divide(second, third);
        double nearest = nearest(third, !first.isZero(), -shift);
        return value.isNegative() ? -nearest : nearest;
    }

    /** The decimal nearest to the exact binary value of a double, ties away from zero; false also for NaN and infinities. */
    public boolean fromDouble(double value, DataType type, Decimal128 result) {
        if (Double.isNaN(value) || Double.isInfinite(value)) {
            return false;
        }
        long bits = Double.doubleToRawLongBits(value);
        int exponent = Math.getExponent(value);
        long fraction = bits & (1L << 52) - 1;
        boolean normal = exponent >= Double.MIN_EXPONENT;
        int shift = (normal ? exponent : Double.MIN_EXPONENT) - 52;
        first.set(normal ? fraction | 1L << 52 : fraction);
        if (shift > 0) {
            if (first.bits() + shift > 128) {
                return false;
            }
            first.shiftLeft(shift);
        }
        first.scaleUp(type.scale());
        if (shift < 0 && (first.shiftRight(-shift) & 1) != 0) {
            first.increment();
        }
        return first.store(value < 0, result) && result.fits(type.precision());
    }

    private boolean addSigned(
            Decimal128 left,
            int leftScale,
            Decimal128 right,
            int rightScale,
            boolean rightNegative,
            DataType type,
            Decimal128 result) {
        int scale = Math.max(type.scale(), Math.max(leftScale, rightScale));
        boolean negative = left.isNegative();
        first.set(left);
        first.scaleUp(scale - leftScale);
        second.set(right);
        second.scaleUp(scale - rightScale);
        if (negative == rightNegative) {
            first.add(second);
            return store(first, scale - type.scale(), negative, type, result);
        }
        if (first.compare(second) >= 0) {
            first.subtract(second);
            return store(first, scale - type.scale(), negative, type, result);
        }
        second.subtract(first);
        return store(second, scale - type.scale(), rightNegative, type, result);
    }

    private static boolean store(Magnitude value, int down, boolean negative, DataType type, Decimal128 result) {
        if (down > 0) {
            value.scaleDownHalfUp(down);
        } else if (value.scaledBits(-down) > MAX_BITS) {
            return false;
        } else {
            value.scaleUp(-down);
        }
        return value.store(negative, result) && result.fits(type.precision());
    }

    private static long halfUp(long value, long divisor) {
        long quotient = value / divisor;
        long rest = Math.abs(value % divisor);
        if (rest < Math.abs(divisor) - rest) {
            return quotient;
        }
        return (value < 0) == (divisor < 0) ? quotient + 1 : quotient - 1;
    }

    private static double nearest(Magnitude value, boolean inexact, int exponent) {
        int drop = value.bits() - 54;
        int lost = value.shiftRight(drop);
        long bits = value.low();
        boolean half = (bits & 1) != 0;
        boolean odd = (bits & 2) != 0;
        long mantissa = (bits >>> 1) + (half && (odd || inexact || lost != 0) ? 1 : 0);
        return Math.scalb((double) mantissa, drop + 1 + exponent);
    }
}
