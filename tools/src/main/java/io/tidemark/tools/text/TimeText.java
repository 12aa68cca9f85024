package io.tidemark.tools.text;

import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.Locale;

/** Points in time by ISO-8601, with as few digits after the second as hold the value. */
public final class TimeText {
    private static final long NANOS_PER_SECOND = 1_000_000_000L;
    private static final int NANO_DIGITS = 9;
    private static final DateTimeFormatter SECONDS =
            new DateTimeFormatterBuilder().appendInstant(0).toFormatter(Locale.ROOT);

    private TimeText() {}

    /** {@code 2013-11-25T00:00:13.5Z} of nanoseconds since 1970. */
    public static String of(long epochNs) {
        return of(epochNs, ZoneOffset.UTC);
    }

    /** {@code 2013-11-25T01:00:13.5+01:00} of nanoseconds since 1970, in a zone. */
    public static String of(long epochNs, ZoneId zone) {
        Instant second = Instant.ofEpochSecond(Math.floorDiv(epochNs, NANOS_PER_SECOND));
        ZoneOffset offset = zone.getRules().getOffset(second);
        String seconds = SECONDS.format(second.plusSeconds(offset.getTotalSeconds()));
        return seconds.substring(0, seconds.length() - 1)
                + fraction(Math.floorMod(epochNs, (int) NANOS_PER_SECOND))
                + offset.getId();
    }

    private static String fraction(int nanosOfSecond) {
        if (nanosOfSecond == 0) {
            return "";
        }
        int nanos = nanosOfSecond;
        int digits = NANO_DIGITS;
        while (nanos % 10 == 0) {
            nanos /= 10;
            digits--;
        }
        String fraction = Integer.toString(nanos);
        return '.' + "0".repeat(digits - fraction.length()) + fraction;
    }
}
