package io.tidemark.calendar;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.Objects;

/**
 * The clock on the wall of a time zone. A time that the clock shows twice counts the first time; one that it skips counts at the moment of
 * the skip.
 */
final class LocalClock {
    /** First and last whole second of which every nanosecond fits a long. */
    static final long FIRST_SECOND = Long.MIN_VALUE / 1_000_000_000;

    static final long LAST_SECOND = Long.MAX_VALUE / 1_000_000_000 - 1;

    private final ZoneRules rules;

    LocalClock(ZoneId zone) {
        this.rules = zone.getRules();
    }

    /** The zone with this name. */
    static ZoneId zone(String name) {
        try {
            return ZoneId.of(Objects.requireNonNull(name, "zone"));
        } catch (DateTimeException e) {
            throw new TidemarkException(
                    ErrorCode.WINDOW_SPEC_INVALID,
                    "There is no time zone '" + name + "'.",
                    "Use a name of the IANA database, such as Europe/Berlin, or an offset, such as +01:00.",
                    e);
        }
    }

    /** When the clock shows this, in nanoseconds since 1970; the nearest time that there is when it lies out of their range. */
    long nanos(LocalDateTime local) {
        ZoneOffsetTransition transition = rules.getTransition(local);
        Instant instant = transition != null && transition.isGap()
                ? transition.getInstant()
                : local.toInstant(rules.getValidOffsets(local).get(0));
        long second = instant.getEpochSecond();
        if (second < FIRST_SECOND) {
            return Long.MIN_VALUE;
        }
        return second > LAST_SECOND ? Long.MAX_VALUE : second * 1_000_000_000 + instant.getNano();
    }

    /** What the clock shows. */
    LocalDateTime local(long nanos) {
        Instant instant =
                Instant.ofEpochSecond(Math.floorDiv(nanos, 1_000_000_000L), Math.floorMod(nanos, 1_000_000_000L));
        return LocalDateTime.ofEpochSecond(instant.getEpochSecond(), instant.getNano(), rules.getOffset(instant));
    }

    /** A hash of every change of the clock in the range of times. */
    String version() {
        ContentHash hash = new ContentHash();
        Instant at = Instant.ofEpochSecond(FIRST_SECOND);
        hash.add(rules.getOffset(at).getTotalSeconds());
        for (ZoneOffsetTransition next = rules.nextTransition(at);
                next != null && next.toEpochSecond() <= LAST_SECOND;
                next = rules.nextTransition(next.getInstant())) {
            hash.add(next.toEpochSecond());
            hash.add(next.getOffsetAfter().getTotalSeconds());
        }
        return hash.text();
    }
}
