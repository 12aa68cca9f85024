package io.tidemark.tools.csv;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.TemporalAccessor;
import java.util.Locale;

/** How a file writes points in time. */
public enum TimeFormat {
    /** Date, or date and time, by ISO-8601, such as 2013-11-25T00:00:13.5Z; UTC where no offset stands; a space may replace T. */
    ISO(0),
    /** Seconds since 1970; a fraction may follow a point. */
    EPOCH_S(1_000_000_000),
    /** Milliseconds since 1970; a fraction may follow a point. */
    EPOCH_MS(1_000_000),
    /** Microseconds since 1970; a fraction may follow a point. */
    EPOCH_US(1_000),
    /** Nanoseconds since 1970. */
    EPOCH_NS(1);

    private static final long NANOS_PER_SECOND = 1_000_000_000L;
    private static final int DATE_LENGTH = "2013-11-25".length();
    private static final DateTimeFormatter DATE_TIME = new DateTimeFormatterBuilder()
            .parseCaseInsensitive()
            .append(DateTimeFormatter.ISO_LOCAL_DATE)
            .appendLiteral('T')
            .append(DateTimeFormatter.ISO_LOCAL_TIME)
            .appendPattern("[XXX][XX][X]")
            .toFormatter(Locale.ROOT);

    private final BigDecimal unitNs;

    TimeFormat(long unitNs) {
        this.unitNs = BigDecimal.valueOf(unitNs);
    }

    /**
     * The format that users write as {@code iso}, {@code epoch_s} and so on.
     *
     * @throws TidemarkException {@code SETTING_INVALID} naming the formats there are
     */
    public static TimeFormat parse(String name) {
        for (TimeFormat format : values()) {
            if (format.toString().equals(name.strip().toLowerCase(Locale.ROOT))) {
                return format;
            }
        }
        throw new TidemarkException(
                ErrorCode.SETTING_INVALID,
                "'" + name + "' is not a time format.",
                "Use iso, epoch_s, epoch_ms, epoch_us or epoch_ns.");
    }

    /** Nanoseconds since 1970 of a text. */
    long parseNs(String text) throws InvalidValueException {
        return this == ISO ? iso(text) : epoch(text);
    }

    private long epoch(String text) throws InvalidValueException {
        BigDecimal value = DecimalText.parse(text, "is not a number of " + unitName() + " since 1970");
        return DecimalText.toLong(
                value.multiply(unitNs),
                "has digits below a nanosecond",
                "lies outside the years 1677 to 2262 that a timestamp holds");
    }

    private static long iso(String text) throws InvalidValueException {
        Instant instant;
        try {
            if (text.length() <= DATE_LENGTH) {
                instant = LocalDate.parse(text).atStartOfDay().toInstant(ZoneOffset.UTC);
            } else {
                String dateTime = text.charAt(DATE_LENGTH) == ' '
                        ? text.substring(0, DATE_LENGTH) + 'T' + text.substring(DATE_LENGTH + 1)
                        : text;
                TemporalAccessor parsed = DATE_TIME.parseBest(dateTime, OffsetDateTime::from, LocalDateTime::from);
                instant = parsed instanceof OffsetDateTime offset
                        ? offset.toInstant()
                        : ((LocalDateTime) parsed).toInstant(ZoneOffset.UTC);
            }
        } catch (DateTimeException e) {
            throw new InvalidValueException("is not a date or time by ISO-8601, such as 2013-11-25T00:00:13.5Z");
        }
        BigDecimal seconds =
                BigDecimal.valueOf(instant.getEpochSecond()).multiply(BigDecimal.valueOf(NANOS_PER_SECOND));
        return DecimalText.toLong(
                seconds.add(BigDecimal.valueOf(instant.getNano())),
                "has digits below a nanosecond",
                "lies outside the years 1677 to 2262 that a timestamp holds");
    }

    private String unitName() {
        return switch (this) {
            case EPOCH_MS -> "milliseconds";
            case EPOCH_US -> "microseconds";
            case EPOCH_NS -> "nanoseconds";
            default -> "seconds";
        };
    }

    /** Name as users write it. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
