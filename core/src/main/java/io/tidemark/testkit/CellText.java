package io.tidemark.testkit;

import io.tidemark.row.DataType;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.HexFormat;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Values of cells as text, read and written. What cannot be read throws {@link IllegalArgumentException} with a clause that says why. */
final class CellText {
    static final String NULL = "null";

    private static final Pattern PART = Pattern.compile("(\\d{1,18}(?:\\.\\d{1,9})?)(ns|us|ms|s|m|h|d)");
    private static final Pattern DOUBLE = Pattern.compile("[+-]?(?:[\\d.]+(?:[eE][+-]?\\d+)?|NaN|Infinity)");
    private static final Map<String, BigDecimal> UNITS = Map.of(
            "ns", BigDecimal.ONE,
            "us", BigDecimal.valueOf(1_000),
            "ms", BigDecimal.valueOf(1_000_000),
            "s", BigDecimal.valueOf(1_000_000_000),
            "m", BigDecimal.valueOf(60_000_000_000L),
            "h", BigDecimal.valueOf(3_600_000_000_000L),
            "d", BigDecimal.valueOf(86_400_000_000_000L));

    private final Instant base;

    /** Texts whose relative times belong to {@code base}. */
    CellText(Instant base) {
        this.base = base;
    }

    /** The value of a cell, as {@link io.tidemark.row.RowView#get} gives it. */
    Object read(DataType type, String text, boolean quoted) {
        if (!quoted && text.equals(NULL)) {
            return null;
        }
        if (quoted && type.kind() != DataType.Kind.STRING) {
            throw new IllegalArgumentException("stands in quotes, and the column is a " + type);
        }
        try {
            return switch (type.kind()) {
                case BOOL -> bool(text);
                case INT -> Integer.parseInt(text);
                case LONG -> Long.parseLong(text);
                case DOUBLE -> real(text);
                case DECIMAL -> decimal(type, text);
                case TIMESTAMP -> time(text);
                case STRING -> text;
                case BINARY -> binary(text);
            };
        } catch (NumberFormatException | DateTimeException e) {
            throw new IllegalArgumentException("is no " + type, e);
        }
    }

    private static boolean bool(String text) {
        if (!text.equals("true") && !text.equals("false")) {
            throw new IllegalArgumentException("is neither true nor false");
        }
        return text.equals("true");
    }

    private static double real(String text) {
        if (!DOUBLE.matcher(text).matches()) {
            throw new IllegalArgumentException("is no double");
        }
        return Double.parseDouble(text);
    }

    private static BigDecimal decimal(DataType type, String text) {
        BigDecimal value = new BigDecimal(text);
        if (value.stripTrailingZeros().scale() > type.scale()
                || value.precision() - value.scale() > type.precision() - type.scale() && value.signum() != 0) {
            throw new IllegalArgumentException("does not fit a " + type);
        }
        return value.setScale(type.scale());
    }

    private static byte[] binary(String text) {
        if (!text.startsWith("0x")) {
            throw new IllegalArgumentException("is no binary: bytes are written as 0x and two digits each");
        }
        try {
            return HexFormat.of().parseHex(text, 2, text.length());
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("is no binary: " + e.getMessage(), e);
        }
    }

    /** {@code +1500ms}, {@code 09:00:00.250} on the day of the base, {@code 2026-03-02T09:00:00Z}. */
    Instant time(String text) {
        if (text.startsWith("+") || text.startsWith("-")) {
            Duration offset = span(text.substring(1));
            return text.charAt(0) == '-' ? base.minus(offset) : base.plus(offset);
        }
        try {
            return text.indexOf('T') >= 0
                    ? OffsetDateTime.parse(text).toInstant()
                    : LocalTime.parse(text)
                            .atDate(base.atOffset(ZoneOffset.UTC).toLocalDate())
                            .toInstant(ZoneOffset.UTC);
        } catch (DateTimeException e) {
            throw new IllegalArgumentException(
                    "is no time: write +1500ms or -2s from the base, 09:00:00.250 on its day, or 2026-03-02T09:00:00Z",
                    e);
        }
    }

    private static Duration span(String text) {
        Matcher part = PART.matcher(text);
        BigDecimal nanos = BigDecimal.ZERO;
        int end = 0;
        while (part.find() && part.start() == end) {
            nanos = nanos.add(new BigDecimal(part.group(1)).multiply(UNITS.get(part.group(2))));
            end = part.end();
        }
        if (end == 0 || end != text.length()) {
            throw new IllegalArgumentException("is no span: write +1500ms or -1h30m, with the units ns us ms s m h d");
        }
        try {
            return Duration.ofNanos(nanos.longValueExact());
        } catch (ArithmeticException e) {
            throw new IllegalArgumentException("is no span in whole nanoseconds of less than 292 years", e);
        }
    }

    /** The text of a value that {@link #read} gives back. */
    String write(Object value) {
        if (value instanceof Instant instant) {
            return write(instant);
        } else if (value instanceof byte[] bytes) {
            return "0x" + HexFormat.of().formatHex(bytes);
        } else if (value instanceof BigDecimal decimal) {
            return decimal.toPlainString();
        }
        return value instanceof String text ? quoted(text) : String.valueOf(value);
    }

    private String write(Instant instant) {
        Duration offset = Duration.between(base, instant);
        if (offset.abs().compareTo(Duration.ofDays(1)) > 0) {
            return instant.toString();
        }
        Duration span = offset.abs();
        StringBuilder text = new StringBuilder(offset.isNegative() ? "-" : "+");
        text.append(span.toHours() == 0 ? "" : span.toHours() + "h");
        text.append(span.toMinutesPart() == 0 ? "" : span.toMinutesPart() + "m");
        BigDecimal seconds = BigDecimal.valueOf(span.toSecondsPart() * 1_000_000_000L + span.toNanosPart(), 9);
        if (seconds.signum() != 0 || text.length() == 1) {
            text.append(
                            seconds.signum() == 0
                                    ? "0"
                                    : seconds.stripTrailingZeros().toPlainString())
                    .append('s');
        }
        return text.toString();
    }

    private static String quoted(String text) {
        boolean plain = !text.isEmpty()
                && text.equals(text.strip())
                && !text.equals(NULL)
                && text.charAt(0) != '#'
                && text.indexOf(',') < 0
                && text.indexOf('"') < 0;
        return plain ? text : '"' + text.replace("\"", "\"\"") + '"';
    }
}
