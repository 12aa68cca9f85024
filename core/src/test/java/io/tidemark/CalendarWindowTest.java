package io.tidemark;

import static io.tidemark.expr.CalendarFunctions.calendarDays;
import static io.tidemark.expr.CalendarFunctions.calendarMonths;
import static io.tidemark.expr.CalendarFunctions.calendarWeeks;
import static io.tidemark.expr.CalendarFunctions.calendarWindow;
import static io.tidemark.expr.CalendarFunctions.tradingSessions;
import static io.tidemark.expr.Functions.col;
import static io.tidemark.expr.Functions.count;
import static io.tidemark.expr.Functions.sum;
import static io.tidemark.expr.Functions.window_time;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tidemark.calendar.TradingCalendar;
import io.tidemark.calendar.TradingCalendarBuilder;
import io.tidemark.calendar.ZoneCalendar;
import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.expr.Window;
import io.tidemark.journal.MemoryJournal;
import io.tidemark.operator.DropReason;
import io.tidemark.operator.OutputMode;
import io.tidemark.row.Schema;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Queries with windows by the calendar. */
class CalendarWindowTest {
    private static final long SEED = 20_261_201;
    private static final ZoneId NEW_YORK = ZoneId.of("America/New_York");
    private static final Schema SCHEMA = Schema.parse("ts timestamp, k string, v long");

    private final MemoryJournal source = MemoryJournal.of("in", SCHEMA);
    private final MemoryJournal result = MemoryJournal.output("out");

    @AfterEach
    void close() {
        source.close();
        result.close();
    }

    @Test
    void shouldCountDaysOfTwentyThreeHours() {
        for (int hour = 0; hour < 72; hour++) {
            row("2024-03-29T23:00:00Z", hour, "k");
        }
        assertEquals(
                List.of(
                        "2024-03-29T23:00:00Z 2024-03-30T23:00:00Z k 24",
                        "2024-03-30T23:00:00Z 2024-03-31T22:00:00Z k 23",
                        "2024-03-31T22:00:00Z 2024-04-01T22:00:00Z k 24",
                        "2024-04-01T22:00:00Z 2024-04-02T22:00:00Z k 1"),
                run(calendarDays("ts", "Europe/Berlin")));
    }

    @Test
    void shouldNameTheSessionAndDropWhatLiesInNone() {
        row("2024-07-03T13:30:00Z", 0, "a");
        row("2024-07-03T16:59:59.999999999Z", 0, "a");
        // Closed early, a holiday, and the days after the range.
        row("2024-07-03T17:00:00Z", 0, "a");
        row("2024-07-04T15:00:00Z", 0, "a");
        row("2024-07-05T20:00:00Z", 0, "b");
        row("2024-07-06T03:59:59Z", 0, "b");
        row("2024-07-06T04:00:00Z", 0, "b");
        row("2024-06-01T04:00:00Z", 0, "b");
        try (QueryInvoker query = query(tradingSessions("ts", exchange().build()), OutputMode.APPEND)) {
            query.drain();
            assertEquals(
                    List.of(
                            "2024-07-03T13:30:00Z 2024-07-03T17:00:00Z core a 2",
                            "2024-07-05T20:00:00Z 2024-07-06T00:00:00Z post b 1"),
                    counts());
            assertEquals(3, query.progress().dropped(DropReason.NO_WINDOW));
            assertEquals(2, query.progress().dropped(DropReason.INVALID));
            assertEquals(0, query.progress().stateRows());
        }
    }

    @ParameterizedTest
    @EnumSource(OutputMode.class)
    void shouldGiveInEveryModeWhatAMapGives(OutputMode mode) {
        for (int round = 0; round < 40; round++) {
            checkAgainstMap(mode, round, calendarWindow(col("ts"), ZoneCalendar.days("America/New_York")), 2, time -> {
                LocalDate day = time.atZone(NEW_YORK).toLocalDate();
                return new Instant[] {
                    day.atStartOfDay(NEW_YORK).toInstant(),
                    day.plusDays(1).atStartOfDay(NEW_YORK).toInstant()
                };
            });
            checkAgainstMap(mode, round, tradingSessions("ts", autumn()), 3, CalendarWindowTest::session);
        }
    }

    @Test
    void shouldChainWindowsByTheirTimes() {
        for (int day = 0; day < 60; day++) {
            row("2024-01-15T12:00:00Z", 24 * day, "k");
        }
        try (QueryInvoker query = stream()
                .groupBy(calendarDays("ts", "Europe/Berlin"), "k")
                .agg(count().as("n"))
                .groupBy(calendarWindow(window_time("window"), ZoneCalendar.months("Europe/Berlin"))
                        .as("month"))
                .agg(sum("n"))
                .writeStream()
                .queryName("q")
                .to(result)
                .invoker()) {
            query.drain();
        }
        assertEquals(
                List.of(
                        "2023-12-31T23:00:00Z 2024-01-31T23:00:00Z 17",
                        "2024-01-31T23:00:00Z 2024-02-29T23:00:00Z 29",
                        "2024-02-29T23:00:00Z 2024-03-31T22:00:00Z 14"),
                counts());
    }

    @Test
    void shouldSayInThePlanWhichWindowsTheseAre() {
        String days = explain(calendarDays("ts", "Europe/Berlin"));
        assertTrue(days.contains("calendar(ts, days of Europe/Berlin, zone rules "), days);
        assertTrue(days.contains("state: at most keys x open windows x "), days);
        String sessions = explain(tradingSessions("ts", exchange().build()));
        assertTrue(sessions.contains(
                "sessions core, post of XNYS in America/New_York from 2024-07-01 to 2024-07-05, version "
                        + exchange().build().version()));
        assertTrue(sessions.contains("window_session string not null"), sessions);
    }

    @Test
    void shouldHaveAnotherFingerprintForOtherWindows() {
        List<Window> windows = List.of(
                calendarDays("ts", "Europe/Berlin"),
                calendarDays("ts", "Europe/Paris"),
                calendarWeeks("ts", "Europe/Berlin"),
                calendarMonths("ts", "Europe/Berlin"),
                calendarWindow(col("ts"), ZoneCalendar.months("Europe/Berlin").every(3)),
                calendarWindow(col("ts"), ZoneCalendar.days("Europe/Berlin").startingAt(LocalTime.NOON)),
                tradingSessions("ts", exchange().build()),
                tradingSessions(
                        "ts", exchange().holidays(LocalDate.of(2024, 7, 2)).build()));
        TreeSet<String> fingerprints = new TreeSet<>();
        for (Window window : windows) {
            assertEquals(fingerprint(window), fingerprint(window));
            fingerprints.add(fingerprint(window));
        }
        assertEquals(windows.size(), fingerprints.size());
    }

    @Test
    void shouldBeRefusedInTheBundleOfSpark() {
        TidemarkException error = assertThrows(
                TidemarkException.class,
                () -> plan(calendarDays("ts", "UTC"), OutputMode.APPEND).spark().invoker());
        assertEquals(ErrorCode.FUNCTION_UNSUPPORTED, error.code());
    }

    @Test
    void shouldNeedTheWatermarkOnTheirTime() {
        TidemarkException error = assertThrows(
                TidemarkException.class,
                () -> Tidemark.stream("in", source)
                        .groupBy(calendarDays("ts", "UTC"))
                        .agg(count())
                        .writeStream()
                        .queryName("q")
                        .to(result)
                        .invoker());
        assertEquals(ErrorCode.WATERMARK_MISSING, error.code());
    }

    @Test
    void shouldRefuseAKeyWithTheNameOfTheSessionColumn() {
        TidemarkException error = assertThrows(
                TidemarkException.class,
                () -> stream()
                        .groupBy(tradingSessions("ts", exchange().build()), col("k").as("window_session"))
                        .agg(count())
                        .writeStream()
                        .queryName("q")
                        .to(result)
                        .invoker());
        assertEquals(ErrorCode.COLUMN_DUPLICATE, error.code());
    }

    /** Rows of two weeks around the end of summer time; what comes out last of each group is compared, and how many rows were late. */
    private static void checkAgainstMap(
            OutputMode mode, int round, Window window, int keyColumn, Function<Instant, Instant[]> windowOf) {
        long seed = SEED + round;
        Random random = new Random(seed);
        Map<List<Object>, Long> expected = new HashMap<>();
        long late = 0;
        long outside = 0;
        Instant watermark = Instant.MIN;
        try (MemoryJournal source = MemoryJournal.of("in", SCHEMA);
                MemoryJournal result = MemoryJournal.output("out")) {
            for (int i = 0; i < 300; i++) {
                Instant time = Instant.parse("2024-10-28T00:00:00Z")
                        .plus(Duration.ofMinutes(60L * i + random.nextInt(600) - 300))
                        .plusNanos(random.nextInt(3) - 1);
                if (random.nextInt(4) == 0) {
                    time = time.minus(Duration.ofHours(random.nextInt(48)));
                }
                String key = "k" + random.nextInt(3);
                source.appendValues(time, key, 1L);
                Instant[] bounds = windowOf.apply(time);
                if (bounds == null) {
                    outside++;
                } else if (mode != OutputMode.COMPLETE && !bounds[1].isAfter(watermark)) {
                    late++;
                } else {
                    expected.merge(List.of(bounds[0], bounds[1], key), 1L, Long::sum);
                }
                Instant moved = time.minus(Duration.ofHours(6));
                watermark = moved.isAfter(watermark) ? moved : watermark;
            }
            Map<List<Object>, Long> actual = new HashMap<>();
            try (QueryInvoker query = plan(stream(source), window, mode)
                    .to(result)
                    .pollLimit(1 + random.nextInt(50))
                    .invoker()) {
                query.drain();
                assertEquals(late, query.progress().dropped(DropReason.LATE), "seed " + seed);
                assertEquals(outside, query.progress().dropped(DropReason.NO_WINDOW), "seed " + seed);
            }
            for (List<Object> row : result.rows()) {
                List<Object> group = List.of(row.get(0), row.get(1), row.get(keyColumn));
                Long before = actual.put(group, (Long) row.get(keyColumn + 1));
                assertTrue(before == null || mode != OutputMode.APPEND, () -> "seed " + seed + ": twice " + group);
            }
            assertEquals(expected, actual, "seed " + seed);
        }
    }

    /** The session of {@link #autumn} by java.time, or null. */
    private static Instant[] session(Instant instant) {
        ZonedDateTime time = instant.atZone(NEW_YORK);
        LocalDate date = time.toLocalDate();
        if (time.getDayOfWeek().getValue() > 5 || date.equals(LocalDate.of(2024, 11, 5))) {
            return null;
        }
        LocalTime[] hours = {LocalTime.of(4, 0), LocalTime.of(9, 30), LocalTime.of(16, 0), LocalTime.of(20, 0)};
        for (int i = 0; i < 3; i++) {
            if (!time.toLocalTime().isBefore(hours[i]) && time.toLocalTime().isBefore(hours[i + 1])) {
                return new Instant[] {
                    date.atTime(hours[i]).atZone(NEW_YORK).toInstant(),
                    date.atTime(hours[i + 1]).atZone(NEW_YORK).toInstant()
                };
            }
        }
        return null;
    }

    private static TradingCalendar autumn() {
        return TradingCalendar.named("XNYS", "America/New_York", LocalDate.of(2024, 1, 1), LocalDate.of(2024, 12, 31))
                .session("pre", "04:00", "09:30")
                .session("core", "09:30", "16:00")
                .session("post", "16:00", "20:00")
                .holidays(LocalDate.of(2024, 11, 5))
                .build();
    }

    private static TradingCalendarBuilder exchange() {
        return TradingCalendar.named("XNYS", "America/New_York", LocalDate.of(2024, 7, 1), LocalDate.of(2024, 7, 5))
                .session("core", "09:30", "16:00")
                .session("post", "16:00", "20:00")
                .holidays(LocalDate.of(2024, 7, 4))
                .earlyClose(LocalDate.of(2024, 7, 3), "13:00");
    }

    private void row(String time, int hours, String key) {
        source.appendValues(Instant.parse(time).plus(Duration.ofHours(hours)), key, 1L);
    }

    private List<String> run(Window window) {
        try (QueryInvoker query = query(window, OutputMode.APPEND)) {
            query.drain();
        }
        return counts();
    }

    private List<String> counts() {
        List<String> lines = new ArrayList<>();
        for (List<Object> row : result.rows()) {
            lines.add(String.join(" ", row.stream().map(Object::toString).toList()));
        }
        return lines;
    }

    private String explain(Window window) {
        return plan(window, OutputMode.APPEND).explain();
    }

    private String fingerprint(Window window) {
        String text = explain(window);
        return text.substring(text.indexOf("fingerprint "));
    }

    private QueryInvoker query(Window window, OutputMode mode) {
        return plan(window, mode).invoker();
    }

    private StreamWriter plan(Window window, OutputMode mode) {
        return plan(stream(), window, mode).to(result);
    }

    private static StreamWriter plan(StreamFrame stream, Window window, OutputMode mode) {
        return stream.groupBy(window, "k")
                .unboundedState("a test")
                .agg(count())
                .writeStream()
                .outputMode(mode)
                .queryName("q");
    }

    private StreamFrame stream() {
        return stream(source);
    }

    private static StreamFrame stream(MemoryJournal source) {
        return Tidemark.stream("in", source).withWatermark("ts", Duration.ofHours(6));
    }
}
