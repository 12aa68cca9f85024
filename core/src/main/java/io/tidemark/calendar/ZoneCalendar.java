package io.tidemark.calendar;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import java.time.DayOfWeek;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/**
 * Days, weeks or months of a time zone, one after the other without gaps: a day of 23 or 25 hours is one window. A day begins when the clock
 * of the zone shows {@code dayStart}: the first time if it shows that twice, at the moment of the skip if it skips it.
 *
 * @param unit what is counted
 * @param count units to a window, 1 to 1200; counted from the unit with 1970-01-01
 * @param zone the time zone
 * @param dayStart when days, and with them weeks and months, begin
 * @param firstDay first day of a week; without a meaning for other units
 */
public record ZoneCalendar(CalendarUnit unit, int count, ZoneId zone, LocalTime dayStart, DayOfWeek firstDay)
        implements WindowCalendar {
    private static final int MOST = 1_200;

    /** Checks the count. */
    public ZoneCalendar {
        Objects.requireNonNull(unit, "unit");
        Objects.requireNonNull(zone, "zone");
        Objects.requireNonNull(dayStart, "dayStart");
        Objects.requireNonNull(firstDay, "firstDay");
        if (count < 1 || count > MOST) {
            throw new TidemarkException(
                    ErrorCode.WINDOW_SPEC_INVALID,
                    "A window of " + count + " " + plural(unit) + " is not usable.",
                    "Use 1 to " + MOST + ".");
        }
    }

    /** The days of a zone, from midnight on. */
    public static ZoneCalendar days(String zone) {
        return new ZoneCalendar(CalendarUnit.DAY, 1, LocalClock.zone(zone), LocalTime.MIDNIGHT, DayOfWeek.MONDAY);
    }

    /** The weeks of a zone, from Monday on. */
    public static ZoneCalendar weeks(String zone) {
        return new ZoneCalendar(CalendarUnit.WEEK, 1, LocalClock.zone(zone), LocalTime.MIDNIGHT, DayOfWeek.MONDAY);
    }

    /** The months of a zone. */
    public static ZoneCalendar months(String zone) {
        return new ZoneCalendar(CalendarUnit.MONTH, 1, LocalClock.zone(zone), LocalTime.MIDNIGHT, DayOfWeek.MONDAY);
    }

    /** The same with so many units to a window: three months are a quarter, twelve a year. */
    public ZoneCalendar every(int newCount) {
        return new ZoneCalendar(unit, newCount, zone, dayStart, firstDay);
    }

    /** The same with days that begin at another time. */
    public ZoneCalendar startingAt(LocalTime newDayStart) {
        return new ZoneCalendar(unit, count, zone, newDayStart, firstDay);
    }

    /** The same with weeks that begin on another day. */
    public ZoneCalendar startingOn(DayOfWeek newFirstDay) {
        return new ZoneCalendar(unit, count, zone, dayStart, newFirstDay);
    }

    /** Start of the first window that begins in the range of times. */
    @Override
    public long firstNs() {
        LocalClock clock = new LocalClock(zone);
        long earliest = LocalClock.FIRST_SECOND * 1_000_000_000;
        long number = numberBefore(clock, earliest);
        while (start(clock, number) < earliest) {
            number++;
        }
        return start(clock, number);
    }

    /** End of the last window that ends in the range of times. */
    @Override
    public long endNs() {
        LocalClock clock = new LocalClock(zone);
        return start(clock, numberAt(clock, LocalClock.LAST_SECOND * 1_000_000_000));
    }

    @Override
    public WindowBounds windows(long fromNs, long toNs) {
        LocalClock clock = new LocalClock(zone);
        long from = Math.max(fromNs, firstNs());
        long end = endNs();
        long to = Math.min(toNs, end);
        WindowBounds.Builder bounds = new WindowBounds.Builder();
        if (from >= to) {
            return bounds.build();
        }
        long number = numberAt(clock, from);
        long start = start(clock, number);
        while (start < end && bounds.lastStart() < to) {
            long next = start(clock, ++number);
            // A day that the clock skips whole is no window.
            if (next > start) {
                bounds.add(start, next, 0);
            }
            start = next;
        }
        return bounds.build();
    }

    @Override
    public List<String> sessions() {
        return List.of();
    }

    @Override
    public String toString() {
        return (count == 1 ? "" : count + " ") + plural(unit) + " of " + zone
                + (dayStart.equals(LocalTime.MIDNIGHT) ? "" : " from " + dayStart)
                + (unit == CalendarUnit.WEEK ? " from " + firstDay.name().toLowerCase(Locale.ROOT) : "")
                + ", zone rules " + new LocalClock(zone).version();
    }

    /** Number of the window that holds a time. */
    private long numberAt(LocalClock clock, long timeNs) {
        long number = numberBefore(clock, timeNs);
        while (start(clock, number + 1) <= timeNs) {
            number++;
        }
        return number;
    }

    /** Number of a window that begins at a time or shortly before it. */
    private long numberBefore(LocalClock clock, long timeNs) {
        // A clock that is set back repeats a day at most.
        return Math.floorDiv(unit.number(clock.local(timeNs).toLocalDate().minusDays(2), firstDay), count);
    }

    private long start(LocalClock clock, long number) {
        return clock.nanos(unit.first(number * count, firstDay).atTime(dayStart));
    }

    private static String plural(CalendarUnit unit) {
        return unit.name().toLowerCase(Locale.ROOT) + "s";
    }
}
