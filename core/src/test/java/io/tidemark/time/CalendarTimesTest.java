package io.tidemark.time;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tidemark.calendar.CalendarUnit;
import io.tidemark.calendar.TradingCalendar;
import io.tidemark.calendar.TradingSession;
import io.tidemark.calendar.WindowBounds;
import io.tidemark.calendar.ZoneCalendar;
import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.temporal.TemporalAdjusters;
import java.time.zone.ZoneOffsetTransition;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Windows of time zones against {@code java.time}, and the odd days written down. */
class CalendarTimesTest {
    private static final long SEED = 20_261_130;
    private static final long HOUR = Duration.ofHours(1).toNanos();
    private static final List<String> ZONES = List.of(
            "UTC",
            "Europe/Berlin",
            "America/New_York",
            "Asia/Kolkata",
            "Australia/Lord_Howe",
            "Pacific/Apia",
            "America/Sao_Paulo",
            "Africa/Casablanca",
            "America/St_Johns",
            "+05:45");

    @Test
    void shouldCutTheDaysWeeksAndMonthsOfJavaTime() {
        Random random = new Random(SEED);
        for (int round = 0; round < 600; round++) {
            ZoneCalendar calendar = calendar(random);
            CalendarTimes times = new CalendarTimes(calendar);
            String what = "seed " + SEED + ", round " + round + ", " + calendar;
            for (int i = 0; i < 60; i++) {
                check(times, calendar, time(random, calendar.zone()), what);
            }
        }
    }

    @Test
    void shouldFollowEachOtherWithoutGapsFromTheFirstTimeToTheLast() {
        ZoneCalendar calendar = ZoneCalendar.months("Europe/Berlin");
        CalendarTimes times = new CalendarTimes(calendar);
        long end = times.lastEnd(times.pane(calendar.firstNs()));
        int windows = 1;
        while (times.nextEnd(end) != Watermark.END) {
            long next = times.nextEnd(end);
            assertEquals(end, times.firstPane(next));
            end = next;
            windows++;
        }
        assertEquals(calendar.endNs(), end);
        // October 1677 to March 2262.
        assertEquals(12 * (2262 - 1677) - 9 + 3, windows);
        assertFalse(times.isInRange(Long.MIN_VALUE));
        assertFalse(times.isInRange(Long.MAX_VALUE));
        assertFalse(times.isInRange(calendar.firstNs() - 1));
        assertFalse(times.isInRange(calendar.endNs()));
        assertTrue(times.isInRange(calendar.firstNs()) && times.isInRange(calendar.endNs() - 1));
    }

    @Test
    void shouldHaveDaysOfTwentyThreeAndTwentyFiveHours() {
        assertDay(ZoneCalendar.days("Europe/Berlin"), "2024-03-31T12:00:00Z", "2024-03-30T23:00:00Z", 23.0);
        assertDay(ZoneCalendar.days("Europe/Berlin"), "2024-10-27T22:59:59.999999999Z", "2024-10-26T22:00:00Z", 25.0);
        assertDay(ZoneCalendar.days("Europe/Berlin"), "2024-10-27T23:00:00Z", "2024-10-27T23:00:00Z", 24.0);
        assertDay(ZoneCalendar.days("America/New_York"), "2024-03-10T12:00:00Z", "2024-03-10T05:00:00Z", 23.0);
        assertDay(ZoneCalendar.days("America/New_York"), "2024-11-03T12:00:00Z", "2024-11-03T04:00:00Z", 25.0);
    }

    @Test
    void shouldHaveDaysThatDifferByHalfAnHour() {
        assertDay(ZoneCalendar.days("Australia/Lord_Howe"), "2024-10-06T00:00:00Z", "2024-10-05T13:30:00Z", 23.5);
        assertDay(ZoneCalendar.days("Australia/Lord_Howe"), "2024-04-07T00:00:00Z", "2024-04-06T13:00:00Z", 24.5);
    }

    /** Samoa had no 30 December 2011: its clocks went from the end of the 29th to the beginning of the 31st. */
    @Test
    void shouldHaveNoWindowForADayThatWasSkipped() {
        ZoneCalendar days = ZoneCalendar.days("Pacific/Apia");
        assertDay(days, "2011-12-30T09:59:59Z", "2011-12-29T10:00:00Z", 24.0);
        assertDay(days, "2011-12-30T10:00:00Z", "2011-12-30T10:00:00Z", 24.0);
        CalendarTimes times = new CalendarTimes(days);
        long end = nanos("2011-12-30T10:00:00Z");
        assertEquals(nanos("2011-12-31T10:00:00Z"), times.nextEnd(end));
        assertDay(days.every(2), "2011-12-30T11:00:00Z", "2011-12-30T10:00:00Z", 24.0);
    }

    /** The clocks of Sao Paulo skipped midnight: 4 November 2018 began at one. */
    @Test
    void shouldBeginADayWhoseMidnightWasSkippedAtTheSkip() {
        assertDay(ZoneCalendar.days("America/Sao_Paulo"), "2018-11-04T10:00:00Z", "2018-11-04T03:00:00Z", 23.0);
    }

    @Test
    void shouldBeginDaysAtAnotherTime() {
        ZoneCalendar half = ZoneCalendar.days("Europe/Berlin").startingAt(LocalTime.of(2, 30));
        // Skipped on 31 March 2024: the clock goes from two to three at 01:00Z. Shown twice on 27 October: the first
        // counts.
        assertDay(half, "2024-03-30T12:00:00Z", "2024-03-30T01:30:00Z", 23.5);
        assertDay(half, "2024-03-31T12:00:00Z", "2024-03-31T01:00:00Z", 23.5);
        assertDay(half, "2024-10-26T12:00:00Z", "2024-10-26T00:30:00Z", 24.0);
        assertDay(half, "2024-10-27T12:00:00Z", "2024-10-27T00:30:00Z", 25.0);
    }

    @Test
    void shouldHaveMonthsAndQuartersOfTheirOwnLengths() {
        ZoneCalendar months = ZoneCalendar.months("Europe/Berlin");
        assertDay(months, "2024-02-29T12:00:00Z", "2024-01-31T23:00:00Z", 29 * 24.0);
        assertDay(months, "2023-02-10T12:00:00Z", "2023-01-31T23:00:00Z", 28 * 24.0);
        assertDay(months, "2024-03-15T12:00:00Z", "2024-02-29T23:00:00Z", 31 * 24.0 - 1);
        assertDay(months, "1900-02-15T12:00:00Z", "1900-01-31T23:00:00Z", 28 * 24.0);
        assertDay(months.every(3), "2024-05-15T12:00:00Z", "2024-03-31T22:00:00Z", 91 * 24.0);
        assertDay(months.every(12), "1969-05-15T12:00:00Z", "1968-12-31T23:00:00Z", 365 * 24.0);
    }

    @Test
    void shouldBeginWeeksOnTheChosenDay() {
        assertDay(ZoneCalendar.weeks("UTC"), "2024-07-07T23:59:59Z", "2024-07-01T00:00:00Z", 7 * 24.0);
        assertDay(
                ZoneCalendar.weeks("UTC").startingOn(DayOfWeek.SUNDAY),
                "2024-07-07T00:00:00Z",
                "2024-07-07T00:00:00Z",
                7 * 24.0);
        assertDay(ZoneCalendar.weeks("UTC"), "1969-12-31T00:00:00Z", "1969-12-29T00:00:00Z", 7 * 24.0);
    }

    /** Against a plain search from the first session on. */
    @Test
    void shouldFindTheSessionsOfThirtyYears() {
        TradingCalendar calendar = TradingCalendar.named(
                        "X", "America/Chicago", LocalDate.of(1969, 1, 1), LocalDate.of(1998, 12, 31))
                .weekdays(DayOfWeek.MONDAY, DayOfWeek.TUESDAY, DayOfWeek.WEDNESDAY, DayOfWeek.FRIDAY)
                .session(TradingSession.openingDayBefore("night", "17:00", "08:30"))
                .session("core", "08:30", "15:00")
                .holidays(LocalDate.of(1970, 1, 1))
                .build();
        CalendarTimes times = new CalendarTimes(calendar);
        WindowBounds all = calendar.windows();
        Random random = new Random(SEED);
        for (int i = 0; i < 20_000; i++) {
            int near = random.nextInt(all.size());
            long time = all.start(near)
                    + switch (random.nextInt(3)) {
                        case 0 -> random.nextInt(3) - 1;
                        case 1 -> all.end(near) - all.start(near) + random.nextInt(3) - 1;
                        default -> (random.nextInt(200) - 100) * HOUR;
                    };
            String where = "seed " + SEED + ", time " + instant(time);
            int at = 0;
            while (at < all.size() && all.end(at) <= time) {
                at++;
            }
            boolean known = time >= calendar.firstNs() && time < calendar.endNs();
            assertEquals(known, times.isInRange(time), where);
            if (!known) {
                continue;
            }
            long pane = times.pane(time);
            boolean open = at < all.size() && all.start(at) <= time;
            assertEquals(open, times.isInGroup(pane), where);
            if (open) {
                long next = at + 1 < all.size() ? all.end(at + 1) : Watermark.END;
                assertEquals(all.start(at), pane, where);
                assertEquals(all.end(at), times.lastEnd(pane), where);
                assertEquals(next, times.nextEnd(all.end(at)), where);
                assertEquals(pane, times.firstPane(all.end(at)), where);
                assertEquals(
                        calendar.sessions().get(all.session(at)), new String(times.session(all.end(at)), UTF_8), where);
            }
        }
    }

    /** What is looked up for one window does not disturb the one that is remembered. */
    @Test
    void shouldAnswerForEveryWindowWhateverTheLastRowWas() {
        CalendarTimes times = new CalendarTimes(ZoneCalendar.days("UTC"));
        long day = 24 * HOUR;
        for (long remembered = -3; remembered <= 3; remembered++) {
            times.pane(remembered * day + 1);
            for (long asked = -5; asked <= 5; asked++) {
                assertEquals((asked + 1) * day, times.lastEnd(asked * day));
                assertEquals((asked + 2) * day, times.nextEnd((asked + 1) * day));
                assertEquals(asked * day, times.firstPane((asked + 1) * day));
            }
        }
    }

    @Test
    void shouldRefuseUnknownZonesAndCounts() {
        assertRefused("Europe/Atlantis", () -> ZoneCalendar.days("Europe/Atlantis"));
        assertRefused("0 days", () -> ZoneCalendar.days("UTC").every(0));
    }

    private static ZoneCalendar calendar(Random random) {
        String zone = ZONES.get(random.nextInt(ZONES.size()));
        return switch (random.nextInt(3)) {
            case 0 -> ZoneCalendar.days(zone);
            case 1 -> ZoneCalendar.weeks(zone).startingOn(DayOfWeek.of(1 + random.nextInt(7)));
            default -> ZoneCalendar.months(zone).every(new int[] {1, 3, 12}[random.nextInt(3)]);
        };
    }

    /** Any time, one of our days, one where a table ends, or one close to a change of the clock. */
    private static long time(Random random, ZoneId zone) {
        List<ZoneOffsetTransition> changes = zone.getRules().getTransitions();
        return switch (random.nextInt(4)) {
            case 0 -> random.nextLong();
            case 1 ->
                ((long) random.nextInt() << 55) + (random.nextInt(5) - 2) * (random.nextBoolean() ? 1 : 12 * HOUR);
            case 2 -> nanos("1965-01-01T00:00:00Z") + (long) (random.nextDouble() * 80 * 366 * 24 * HOUR);
            default ->
                (changes.isEmpty()
                                        ? 0
                                        : changes.get(random.nextInt(changes.size()))
                                                .toEpochSecond())
                                * 1_000_000_000L
                        + (random.nextInt(99) - 49) * HOUR
                        + random.nextInt(3)
                        - 1;
        };
    }

    private static void check(CalendarTimes times, ZoneCalendar calendar, long time, String what) {
        Instant at = Instant.ofEpochSecond(Math.floorDiv(time, 1_000_000_000L), Math.floorMod(time, 1_000_000_000L));
        LocalDate first =
                first(calendar, at.atZone(calendar.zone()).toLocalDate().plusDays(1));
        while (start(calendar, first).isAfter(at)) {
            first = first(calendar, first.minusDays(1));
        }
        LocalDate second = next(calendar, first);
        while (!start(calendar, second).isAfter(start(calendar, first))) {
            second = next(calendar, second);
        }
        Instant from = start(calendar, first);
        Instant to = start(calendar, second);
        String where = what + ", time " + at;
        if (!isNanos(from) || !isNanos(to)) {
            assertFalse(times.isInRange(time), where);
            return;
        }
        assertTrue(times.isInRange(time), where);
        long pane = times.pane(time);
        assertTrue(times.isInGroup(pane), where);
        assertEquals(from, instant(pane), where);
        assertEquals(to, instant(times.lastEnd(pane)), where);
        assertEquals(pane, times.firstPane(times.lastEnd(pane)), where);
        assertEquals(times.lastEnd(pane), times.firstEnd(pane, Watermark.NONE), where);
        assertTrue(times.firstEnd(pane, times.lastEnd(pane)) > times.lastEnd(pane), where);
    }

    private static LocalDate first(ZoneCalendar calendar, LocalDate date) {
        if (calendar.unit() == CalendarUnit.WEEK) {
            return date.with(TemporalAdjusters.previousOrSame(calendar.firstDay()));
        } else if (calendar.unit() == CalendarUnit.MONTH) {
            LocalDate month = date.withDayOfMonth(1);
            return month.minusMonths((month.getMonthValue() - 1) % calendar.count());
        }
        return date;
    }

    private static LocalDate next(ZoneCalendar calendar, LocalDate first) {
        return switch (calendar.unit()) {
            case DAY -> first.plusDays(1);
            case WEEK -> first.plusWeeks(1);
            case MONTH -> first.plusMonths(calendar.count());
        };
    }

    private static Instant start(ZoneCalendar calendar, LocalDate date) {
        return date.atStartOfDay(calendar.zone()).toInstant();
    }

    /** Whether the whole second of an instant can be told in nanoseconds. */
    private static boolean isNanos(Instant instant) {
        long second = instant.getEpochSecond();
        return second >= Long.MIN_VALUE / 1_000_000_000L && second < Long.MAX_VALUE / 1_000_000_000L;
    }

    private static void assertDay(ZoneCalendar calendar, String time, String start, double hours) {
        CalendarTimes times = new CalendarTimes(calendar);
        long pane = times.pane(nanos(time));
        assertEquals(Instant.parse(start), instant(pane), calendar.toString());
        assertEquals(hours, (times.lastEnd(pane) - pane) / (double) HOUR, calendar.toString());
    }

    private static void assertRefused(String part, Runnable made) {
        TidemarkException error = assertThrows(TidemarkException.class, made::run);
        assertEquals(ErrorCode.WINDOW_SPEC_INVALID, error.code());
        assertTrue(error.getMessage().contains(part), error.getMessage());
    }

    private static Instant instant(long nanos) {
        return Instant.EPOCH.plusNanos(nanos);
    }

    private static long nanos(String time) {
        return Duration.between(Instant.EPOCH, Instant.parse(time)).toNanos();
    }
}
