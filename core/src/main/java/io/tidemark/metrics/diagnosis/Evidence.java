package io.tidemark.metrics.diagnosis;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Objects;

/**
 * One number behind a verdict.
 *
 * @param name what it is
 * @param value its value; infinite where there is no end, {@code NaN} where it is not known
 * @param unit its unit, or empty
 * @param relation {@code >}, {@code <}, {@code >=}, {@code <=}, {@code =}, {@code rises} or {@code falls} for a condition; empty for a
 *     number that stands there for people only
 * @param limit what the value is held against, or {@code NaN}
 * @param holds whether the condition holds
 */
public record Evidence(String name, double value, String unit, String relation, double limit, boolean holds) {
    private static final MathContext DIGITS = new MathContext(6);

    /** Checks that there are texts. */
    public Evidence {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(unit, "unit");
        Objects.requireNonNull(relation, "relation");
    }

    /** A number without a condition. */
    static Evidence figure(String name, double value, String unit) {
        return new Evidence(name, value, unit, "", Double.NaN, true);
    }

    /** As {@code sink share 0.62 > 0.5}: no exponents, a dot in every locale. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(name).append(' ').append(number(value));
        if (!unit.isEmpty()) {
            text.append(' ').append(unit);
        }
        if (!relation.isEmpty()) {
            text.append(holds ? " " : " not ").append(relation);
        }
        if (!Double.isNaN(limit)) {
            text.append(' ').append(number(limit));
        }
        return text.toString();
    }

    private static String number(double value) {
        if (Double.isNaN(value)) {
            return "unknown";
        }
        if (Double.isInfinite(value)) {
            return value > 0 ? "without end" : "-without end";
        }
        BigDecimal rounded = new BigDecimal(value).round(DIGITS).stripTrailingZeros();
        return rounded.signum() == 0 ? "0" : rounded.toPlainString();
    }
}
