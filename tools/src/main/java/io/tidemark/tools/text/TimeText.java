package io.tidemark.tools.text;

import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.Locale;

/** Points in time by ISO-8601 in UTC, with as few digits after the second as hold the value. */
public final class TimeText {
    private static final long NANOS_PER_SECOND = 1_000_000_000L;
    private static final int NANO_DIGITS = 9;
    private static final DateTimeFormatter SECONDS =
            new DateTimeFormatterBuilder().appendInstant(0).toFormatter(Locale.ROOT);

    private TimeText() {}

    /** {@code 2013-11-25T00:00:13.5Z} of nanoseconds since 1970. */
    public static String of(long epochNs) {
        String seconds = SECONDS.format(Instant.ofEpochSecond(Math.floorDiv(epochNs, NANOS_PER_SECOND)));
        int nanos = Math.floorMod(epochNs, (int) NANOS_PER_SECOND);
        if (nanos == 0) {
            return seconds;
        }
        int digits = NANO_DIGITS;
        while (nanos % 10 == 0) {
            nanos /= 10;
            digits--;
        }
        String fraction = Integer.toString(nanos);
        return seconds.substring(0, seconds.length() - 1)
                + '.'
                + "0".repeat(digits - fraction.length())
                + fraction
                + 'Z';
    }
}
