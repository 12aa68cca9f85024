package io.tidemark.metrics;

import java.math.BigDecimal;
import java.math.RoundingMode;

/** Rows in a second: always finite, and written without exponent, by no locale. */
public final class Rate {
    private static final double NS_PER_SECOND = 1e9;
    private static final double LARGE = 100;
    private static final int DECIMALS_OF_SMALL = 4;

    private Rate() {}

    /** Rows in a second, 0 where no time has passed. */
    public static double perSecond(long rows, long ns) {
        return ns <= 0 ? 0 : rows * NS_PER_SECOND / ns;
    }

    /** As text: one decimal from 100 on, up to four below; {@code 0.0} for what is no number. */
    public static String text(double rate) {
        if (Double.isNaN(rate) || Double.isInfinite(rate)) {
            return "0.0";
        }
        int decimals = Math.abs(rate) >= LARGE ? 1 : DECIMALS_OF_SMALL;
        BigDecimal rounded = BigDecimal.valueOf(rate)
                .setScale(decimals, RoundingMode.HALF_UP)
                .stripTrailingZeros();
        return (rounded.scale() < 1 ? rounded.setScale(1) : rounded).toPlainString();
    }
}
