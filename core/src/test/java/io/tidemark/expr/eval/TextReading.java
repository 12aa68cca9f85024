package io.tidemark.expr.eval;

import io.tidemark.row.DataType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/** The reference for casts from text: regular expressions and the parsers of the JDK. */
final class TextReading {
    private static final Pattern INTEGER = Pattern.compile("[+-]?[0-9]+");
    private static final Pattern NUMBER = Pattern.compile("[+-]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][+-]?[0-9]+)?");
    private static final Pattern TIME =
            Pattern.compile("(\\d{4}-\\d\\d-\\d\\d)([Tt ](\\d\\d:\\d\\d(:\\d\\d(\\.\\d{1,9})?)?)(.*))?");

    private TextReading() {}

    static <X extends RuntimeException> Object read(String text, DataType type, Supplier<X> failure) {
        Object value = switch (type.kind()) {
            case BOOL -> bool(text.toLowerCase(Locale.ROOT));
            case INT -> integer(text, 32);
            case LONG -> integer(text, 64);
            case DOUBLE -> NUMBER.matcher(text).matches() ? (Object) Double.parseDouble(text) : special(text);
            case DECIMAL -> decimal(text, type);
            case TIMESTAMP -> time(text);
            default -> throw new AssertionError(type);
        };
        if (value == null) {
            throw failure.get();
        }
        return value;
    }

    private static Object bool(String text) {
        return List.of("true", "t", "yes", "y", "1").contains(text)
                ? Boolean.TRUE
                : List.of("false", "f", "no", "n", "0").contains(text) ? Boolean.FALSE : null;
    }

    private static Object integer(String text, int bits) {
        if (!INTEGER.matcher(text).matches()) {
            return null;
        }
        BigInteger value = new BigInteger(text);
        return value.bitLength() >= bits ? null : bits == 32 ? (Object) value.intValue() : (Object) value.longValue();
    }

    private static Object special(String text) {
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "nan", "+nan", "-nan" -> Double.NaN;
            case "infinity", "+infinity", "inf", "+inf" -> Double.POSITIVE_INFINITY;
            case "-infinity", "-inf" -> Double.NEGATIVE_INFINITY;
            default -> null;
        };
    }

    private static Object decimal(String text, DataType type) {
        if (!NUMBER.matcher(text).matches()) {
            return null;
        }
        // BigDecimal refuses long exponents; beyond four digits they change nothing more.
        String readable = text.replaceAll("([eE][+-]?)0*[1-9][0-9]{4,}$", "$1" + "9999");
        BigDecimal value = new BigDecimal(readable).setScale(type.scale(), RoundingMode.HALF_UP);
        return value.unscaledValue().abs().compareTo(BigInteger.TEN.pow(type.precision())) < 0 ? value : null;
    }

    private static Object time(String text) {
        var match = TIME.matcher(text);
        if (!match.matches()) {
            return null;
        }
        try {
            String zone = match.group(6) == null ? "" : match.group(6);
            String local = match.group(1) + "T" + (match.group(3) == null ? "00:00" : match.group(3));
            ZoneOffset offset = zone.isEmpty()
                    ? ZoneOffset.UTC
                    : zone.matches("[zZ]|[+-]\\d\\d(:?\\d\\d)?") ? ZoneOffset.of(zone.toUpperCase(Locale.ROOT)) : null;
            if (offset == null) {
                return null;
            }
            var instant = OffsetDateTime.of(LocalDateTime.parse(local), offset).toInstant();
            return Rows.nanos(instant).bitLength() < 64 ? instant : null;
        } catch (DateTimeException e) {
            return null;
        }
    }
}
