package io.tidemark.expr.text;

import io.tidemark.error.TidemarkException;
import io.tidemark.expr.Expression.Literal;
import io.tidemark.expr.Functions;
import io.tidemark.expr.Spans;
import io.tidemark.row.DataType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.TemporalAccessor;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Constants from their texts. What cannot be read throws {@link IllegalArgumentException} with a clause that says why. */
final class LiteralText {
    private static final int DATE_LENGTH = "2013-11-25".length();
    private static final int MOST_EXPONENT = 1000;
    private static final DateTimeFormatter DATE_TIME = new DateTimeFormatterBuilder()
            .parseCaseInsensitive()
            .append(DateTimeFormatter.ISO_LOCAL_DATE)
            .appendLiteral('T')
            .append(DateTimeFormatter.ISO_LOCAL_TIME)
            .appendPattern("[XXX][XX][X]")
            .toFormatter(Locale.ROOT);
    private static final Pattern SPAN_PART =
            Pattern.compile("(\\d{1,12})\\s*(nano|micro|milli)?(second|minute|hour|day|week)s?");
    private static final Map<String, Duration> UNITS = Map.of(
            "nanosecond", Duration.ofNanos(1),
            "microsecond", Duration.ofNanos(1_000),
            "millisecond", Duration.ofMillis(1),
            "second", Duration.ofSeconds(1),
            "minute", Duration.ofMinutes(1),
            "hour", Duration.ofHours(1),
            "day", Duration.ofDays(1),
            "week", Duration.ofDays(7));

    private LiteralText() {}

    /** {@code 5}, {@code 5L}, {@code 1.5}, {@code 5BD}, {@code 1.5D}, {@code 1e3}, with a sign before it. */
    static Literal number(String text) {
        String upper = text.toUpperCase(Locale.ROOT);
        if (upper.endsWith("BD")) {
            return decimal(upper.substring(0, upper.length() - 2));
        } else if (upper.endsWith("D")) {
            return real(upper.substring(0, upper.length() - 1), text);
        } else if (upper.endsWith("L")) {
            return whole(upper.substring(0, upper.length() - 1), true);
        } else if (upper.indexOf('E') >= 0) {
            return real(upper, text);
        }
        return upper.indexOf('.') >= 0 ? decimal(upper) : whole(upper, false);
    }

    private static Literal real(String digits, String text) {
        double value = Double.parseDouble(digits);
        if (Double.isInfinite(value)) {
            throw new IllegalArgumentException(text + " lies outside the range of a double");
        }
        return new Literal(value, DataType.DOUBLE);
    }

    private static Literal whole(String digits, boolean asLong) {
        if (digits.indexOf('.') >= 0 || digits.indexOf('E') >= 0) {
            throw new IllegalArgumentException(digits + "L is not a whole number");
        }
        BigInteger value = new BigInteger(digits);
        if (!asLong && value.bitLength() < Integer.SIZE) {
            return new Literal(value.intValueExact(), DataType.INT);
        } else if (value.bitLength() < Long.SIZE) {
            return new Literal(value.longValueExact(), DataType.LONG);
        } else if (asLong) {
            throw new IllegalArgumentException(digits + "L lies outside the range of a long");
        }
        return decimal(digits);
    }

    private static Literal decimal(String digits) {
        BigDecimal value = new BigDecimal(digits);
        if (Math.abs((long) value.scale()) > MOST_EXPONENT) {
            throw new IllegalArgumentException(digits + " is not a decimal of at most 38 digits");
        }
        return natural(value.scale() < 0 ? value.setScale(0) : value);
    }

    /** The constant that {@code lit} makes of a decimal. */
    static Literal natural(BigDecimal value) {
        try {
            return (Literal) Functions.lit(value).expression();
        } catch (TidemarkException e) {
            throw new IllegalArgumentException(value.toPlainString() + " is not a decimal of at most 38 digits", e);
        }
    }

    /** A constant of a type. */
    static Literal of(DataType type, String text) {
        Object value = switch (type.kind()) {
            case BOOL -> bool(text);
            case INT -> Integer.valueOf(text);
            case LONG -> Long.valueOf(text);
            case DOUBLE -> Double.valueOf(text);
            case DECIMAL -> new BigDecimal(text);
            case TIMESTAMP -> time(text);
            case STRING -> text;
            case BINARY -> bytes(text);
        };
        return new Literal(value, type);
    }

    private static boolean bool(String text) {
        if (!text.equalsIgnoreCase("true") && !text.equalsIgnoreCase("false")) {
            throw new IllegalArgumentException("'" + text + "' is neither true nor false");
        }
        return Boolean.parseBoolean(text);
    }

    /** A date, or date and time, by ISO-8601; UTC where no offset stands. */
    static Instant time(String text) {
        try {
            if (text.length() <= DATE_LENGTH) {
                return LocalDate.parse(text).atStartOfDay().toInstant(ZoneOffset.UTC);
            }
            String dateTime = text.charAt(DATE_LENGTH) == ' '
                    ? text.substring(0, DATE_LENGTH) + 'T' + text.substring(DATE_LENGTH + 1)
                    : text;
            TemporalAccessor parsed = DATE_TIME.parseBest(dateTime, OffsetDateTime::from, LocalDateTime::from);
            return parsed instanceof OffsetDateTime offset
                    ? offset.toInstant()
                    : ((LocalDateTime) parsed).toInstant(ZoneOffset.UTC);
        } catch (DateTimeException e) {
            throw new IllegalArgumentException(
                    "'" + text + "' is not a date or time by ISO-8601, such as 2013-11-25T00:00:13.5Z", e);
        }
    }

    private static List<Byte> bytes(String text) {
        List<Byte> bytes = new ArrayList<>();
        for (byte one : HexFormat.of().parseHex(text)) {
            bytes.add(one);
        }
        return List.copyOf(bytes);
    }

    /** A span: {@code PT5M}, {@code 5 minutes}, {@code 1 hour 30 minutes}; its nanoseconds as a constant. */
    static Literal span(String text) {
        return new Literal(Spans.nanos(duration(text), "span"), DataType.LONG);
    }

    private static Duration duration(String text) {
        String lower = text.strip().toLowerCase(Locale.ROOT);
        if (lower.startsWith("p")) {
            try {
                return Duration.parse(lower);
            } catch (DateTimeException e) {
                throw notASpan(text);
            }
        }
        Duration sum = Duration.ZERO;
        Matcher part = SPAN_PART.matcher(lower);
        int at = 0;
        while (at < lower.length()) {
            if (!part.region(at, lower.length()).lookingAt()) {
                throw notASpan(text);
            }
            String prefix = part.group(2) == null ? "" : part.group(2);
            Duration unit = UNITS.get(prefix + part.group(3));
            if (unit == null) {
                throw notASpan(text);
            }
            sum = sum.plus(unit.multipliedBy(Long.parseLong(part.group(1))));
            at = part.end();
            while (at < lower.length() && lower.charAt(at) == ' ') {
                at++;
            }
        }
        if (lower.isEmpty()) {
            throw notASpan(text);
        }
        return sum;
    }

    private static IllegalArgumentException notASpan(String text) {
        return new IllegalArgumentException(
                "'" + text
                        + "' is not a span of time, such as 5 minutes, 1 hour 30 minutes or PT5M; months and years have no fixed length");
    }
}
