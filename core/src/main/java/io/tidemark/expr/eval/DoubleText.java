package io.tidemark.expr.eval;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/**
 * Doubles as text. {@code Double.toString} is not used because its digits changed between Java versions, and a replay must
 * give the same bytes on each.
 */
public final class DoubleText {
    private static final int EXACT_DIGITS = 15;
    private static final double PLAIN_FROM = 1e-3;
    private static final double PLAIN_BELOW = 1e7;

    private DoubleText() {}

    /**
     * The number rounded to 15 digits, or to 16 or 17 where fewer do not read back as the same double: {@code 0.1},
     * {@code 100.0}, {@code 1.0E10}, {@code 1.5E-5}, {@code NaN}, {@code -Infinity}. Numbers of 0.001 to 10^7 are written
     * without an exponent. Allocates.
     */
    public static String format(double value) {
        if (Double.isNaN(value) || Double.isInfinite(value) || value == 0) {
            return Double.toString(value);
        }
        BigDecimal exact = new BigDecimal(Math.abs(value));
        int digits = EXACT_DIGITS;
        BigDecimal shortened = round(exact, digits);
        while (shortened.doubleValue() != Math.abs(value)) {
            shortened = round(exact, ++digits);
        }
        String sign = value < 0 ? "-" : "";
        BigDecimal stripped = shortened.stripTrailingZeros();
        if (Math.abs(value) >= PLAIN_FROM && Math.abs(value) < PLAIN_BELOW) {
            return sign + stripped.setScale(Math.max(1, stripped.scale())).toPlainString();
        }
        int exponent = stripped.precision() - stripped.scale() - 1;
        BigDecimal mantissa = stripped.scaleByPowerOfTen(-exponent);
        return sign + mantissa.setScale(Math.max(1, mantissa.scale())).toPlainString() + "E" + exponent;
    }

    private static BigDecimal round(BigDecimal exact, int digits) {
        return exact.round(new MathContext(digits, RoundingMode.HALF_EVEN));
    }
}
