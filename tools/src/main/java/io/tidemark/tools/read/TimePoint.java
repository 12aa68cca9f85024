package io.tidemark.tools.read;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.TemporalAccessor;
import java.util.Locale;
import java.util.function.Supplier;
import picocli.CommandLine.TypeConversionException;

/** Points in time as options name them: 2013-11-25T07:55:00Z, 2013-11-25T07:55, 2013-11-25, 07:55, 07:55:30.5. */
public final class TimePoint {
    private static final int DATE_LENGTH = "2013-11-25".length();
    private static final long NANOS_PER_SECOND = 1_000_000_000L;
    private static final DateTimeFormatter DATE_TIME = new DateTimeFormatterBuilder()
            .parseCaseInsensitive()
            .append(DateTimeFormatter.ISO_LOCAL_DATE)
            .appendLiteral('T')
            .append(DateTimeFormatter.ISO_LOCAL_TIME)
            .appendPattern("[XXX][XX][X]")
            .toFormatter(Locale.ROOT);

    private TimePoint() {}

    /**
     * Nanoseconds since 1970.
     *
     * @param zone zone of texts without an offset
     * @param day day of texts without one; asked only then
     */
    public static long parse(String text, ZoneId zone, Supplier<LocalDate> day) {
        try {
            return nanos(instant(text, zone, day));
        } catch (DateTimeException | ArithmeticException e) {
            throw new TypeConversionException("'" + text
                    + "' is not a time. Write it as 2013-11-25T07:55:00Z, 2013-11-25T07:55, 2013-11-25 or 07:55.");
        }
    }

    /** Nanoseconds since 1970 at which a day begins. */
    static long startOf(LocalDate day, ZoneId zone) {
        return nanos(day.atStartOfDay(zone).toInstant());
    }

    private static Instant instant(String text, ZoneId zone, Supplier<LocalDate> day) {
        if (text.length() > 2 && text.charAt(2) == ':') {
            return LocalTime.parse(text).atDate(day.get()).atZone(zone).toInstant();
        } else if (text.length() <= DATE_LENGTH) {
            return LocalDate.parse(text).atStartOfDay(zone).toInstant();
        }
        String dateTime = text.charAt(DATE_LENGTH) == ' '
                ? text.substring(0, DATE_LENGTH) + 'T' + text.substring(DATE_LENGTH + 1)
                : text;
        TemporalAccessor parsed = DATE_TIME.parseBest(dateTime, OffsetDateTime::from, LocalDateTime::from);
        return parsed instanceof OffsetDateTime offset
                ? offset.toInstant()
                : ((LocalDateTime) parsed).atZone(zone).toInstant();
    }

    private static long nanos(Instant instant) {
        return Math.addExact(Math.multiplyExact(instant.getEpochSecond(), NANOS_PER_SECOND), instant.getNano());
    }
}
