package io.tidemark.calendar;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TradingCalendarTest {
    private static final LocalDate MONDAY = LocalDate.of(2024, 7, 1);
    private static final LocalDate FRIDAY = LocalDate.of(2024, 7, 5);
    private static final String NEW_YORK = "America/New_York";

    @Test
    void shouldHaveTheSessionsOfAWeekWithAHolidayAndAHalfDay() {
        TradingCalendar calendar = newYork()
                .holidays(LocalDate.of(2024, 7, 4))
                .earlyClose(LocalDate.of(2024, 7, 3), "13:00")
                .build();
        assertEquals(
                List.of(
                        "pre 2024-07-01T08:00:00Z 2024-07-01T13:30:00Z",
                        "core 2024-07-01T13:30:00Z 2024-07-01T20:00:00Z",
                        "post 2024-07-01T20:00:00Z 2024-07-02T00:00:00Z",
                        "pre 2024-07-02T08:00:00Z 2024-07-02T13:30:00Z",
                        "core 2024-07-02T13:30:00Z 2024-07-02T20:00:00Z",
                        "post 2024-07-02T20:00:00Z 2024-07-03T00:00:00Z",
                        "pre 2024-07-03T08:00:00Z 2024-07-03T13:30:00Z",
                        "core 2024-07-03T13:30:00Z 2024-07-03T17:00:00Z",
                        "pre 2024-07-05T08:00:00Z 2024-07-05T13:30:00Z",
                        "core 2024-07-05T13:30:00Z 2024-07-05T20:00:00Z",
                        "post 2024-07-05T20:00:00Z 2024-07-06T00:00:00Z"),
                lines(calendar));
        assertEquals(Instant.parse("2024-07-01T04:00:00Z"), instant(calendar.firstNs()));
        assertEquals(Instant.parse("2024-07-06T04:00:00Z"), instant(calendar.endNs()));
    }

    /** Opens on Sunday evening for Monday; the clocks of Chicago change in between. */
    @Test
    void shouldHaveSessionsThatGoThroughMidnight() {
        TradingCalendar calendar = TradingCalendar.named(
                        "CME", "America/Chicago", LocalDate.of(2024, 3, 8), LocalDate.of(2024, 3, 11))
                .session(TradingSession.openingDayBefore("globex", "17:00", "16:00"))
                .build();
        assertEquals(
                List.of(
                        "globex 2024-03-07T23:00:00Z 2024-03-08T22:00:00Z",
                        "globex 2024-03-10T22:00:00Z 2024-03-11T21:00:00Z"),
                lines(calendar));
        assertEquals(Instant.parse("2024-03-07T23:00:00Z"), instant(calendar.firstNs()));

        TradingCalendar night = TradingCalendar.named("HKFE", "Asia/Hong_Kong", MONDAY, MONDAY)
                .session("day", "09:15", "16:30")
                .session(TradingSession.closingDayAfter("night", "17:15", "03:00"))
                .build();
        assertEquals(
                List.of(
                        "day 2024-07-01T01:15:00Z 2024-07-01T08:30:00Z",
                        "night 2024-07-01T09:15:00Z 2024-07-01T19:00:00Z"),
                lines(night));
        assertEquals(Instant.parse("2024-07-01T19:00:00Z"), instant(night.endNs()));
    }

    @Test
    void shouldFollowTheClockOfTheExchange() {
        TradingCalendar calendar = TradingCalendar.named(
                        "XNYS", NEW_YORK, LocalDate.of(2024, 11, 1), LocalDate.of(2024, 11, 4))
                .session("core", "09:30", "16:00")
                .build();
        assertEquals(
                List.of(
                        "core 2024-11-01T13:30:00Z 2024-11-01T20:00:00Z",
                        "core 2024-11-04T14:30:00Z 2024-11-04T21:00:00Z"),
                lines(calendar));
    }

    @Test
    void shouldTradeOnOtherWeekdaysAndOnSpecialDays() {
        TradingCalendar calendar = TradingCalendar.named("X", "UTC", MONDAY, LocalDate.of(2024, 7, 7))
                .weekdays(DayOfWeek.SUNDAY)
                .session("core", "00:00", "24:00")
                .specialDay(LocalDate.of(2024, 7, 6), TradingSession.of("test", "10:00", "11:00"))
                .build();
        assertEquals(
                List.of(
                        "test 2024-07-06T10:00:00Z 2024-07-06T11:00:00Z",
                        "core 2024-07-07T00:00:00Z 2024-07-08T00:00:00Z"),
                lines(calendar));
        assertEquals(List.of("core", "test"), calendar.sessions());
    }

    /** Two o'clock to three does not exist on 31 March 2024. */
    @Test
    void shouldLeaveOutASessionThatTheClockSkips() {
        TradingCalendar calendar = TradingCalendar.named(
                        "X", "Europe/Berlin", LocalDate.of(2024, 3, 31), LocalDate.of(2024, 4, 1))
                .weekdays(DayOfWeek.SUNDAY, DayOfWeek.MONDAY)
                .session("night", "02:00", "03:00")
                .build();
        assertEquals(List.of("night 2024-04-01T00:00:00Z 2024-04-01T01:00:00Z"), lines(calendar));
    }

    @Test
    void shouldReadWhatTheBuilderBuilds() {
        TradingCalendar built = newYork()
                .holidays(LocalDate.of(2024, 7, 4))
                .earlyClose(LocalDate.of(2024, 7, 3), "13:00")
                .specialDay(FRIDAY, TradingSession.openingDayBefore("late", "23:00", "01:00"))
                .build();
        TradingCalendar read = TradingCalendar.ofJson("""
                {"name": "XNYS", "format": 1, "zone": "America/New_York", "from": "2024-07-01", "to": "2024-07-05",
                 "weekdays": ["monday", "tuesday", "wednesday", "thursday", "friday"],
                 "specialDays": [{"date": "2024-07-03", "close": "13:00"},
                     {"date": "2024-07-05", "sessions": [{"name": "late", "openDay": -1, "open": "23:00", "close": "01:00"}]}],
                 "holidays": ["2024-07-04"],
                 "sessions": [{"name": "pre", "open": "04:00", "close": "09:30"},
                     {"name": "core", "open": "09:30", "close": "16:00"},
                     {"name": "post", "open": "16:00", "closeDay": 0, "close": "20:00"}]}
                """);
        assertEquals(lines(built), lines(read));
        assertEquals(built.toString(), read.toString());
    }

    @Test
    void shouldChangeItsVersionWithItsWindowsOnly() {
        String version = newYork().build().version();
        assertEquals(version, newYork().build().version());
        // A holiday on which there is no trading anyway.
        assertEquals(
                version,
                TradingCalendar.named("other", NEW_YORK, MONDAY, FRIDAY)
                        .session("core", "09:30", "16:00")
                        .session("post", "16:00", "20:00")
                        .session("pre", "04:00", "09:30")
                        .weekdays(
                                DayOfWeek.MONDAY,
                                DayOfWeek.TUESDAY,
                                DayOfWeek.WEDNESDAY,
                                DayOfWeek.THURSDAY,
                                DayOfWeek.FRIDAY,
                                DayOfWeek.SUNDAY)
                        .build()
                        .version());
        assertNotEquals(
                version, newYork().holidays(LocalDate.of(2024, 7, 4)).build().version());
        assertNotEquals(
                version,
                TradingCalendar.named("XNYS", NEW_YORK, MONDAY, FRIDAY.plusDays(1))
                        .session("pre", "04:00", "09:30")
                        .session("core", "09:30", "16:00")
                        .session("post", "16:00", "20:00")
                        .build()
                        .version());
        assertTrue(newYork()
                .build()
                .toString()
                .contains("XNYS in America/New_York from 2024-07-01 to 2024-07-05, version "));
    }

    @Test
    void shouldRefuseWhatIsNoCalendar() {
        assertRefused(
                "no session",
                () -> TradingCalendar.named("X", "UTC", MONDAY, FRIDAY).build());
        assertRefused("Mars/Olympus", () -> TradingCalendar.named("X", "Mars/Olympus", MONDAY, FRIDAY));
        assertRefused("2024-07-05 to 2024-07-01", () -> TradingCalendar.named("X", "UTC", FRIDAY, MONDAY));
        assertRefused("years from 1678", () -> TradingCalendar.named("X", "UTC", LocalDate.of(1600, 1, 1), FRIDAY));
        assertRefused("not after it", () -> TradingSession.of("core", "16:00", "09:30"));
        assertRefused("not after it", () -> TradingSession.of("core", "16:00", "16:00"));
        assertRefused("'9h'", () -> TradingSession.of("core", "9h", "16:00"));
        assertRefused("no name", () -> TradingSession.of(" ", "09:00", "16:00"));
        assertRefused(
                "on day -2", () -> new TradingSession("x", -2, java.time.LocalTime.NOON, 0, java.time.LocalTime.NOON));
        assertRefused(
                "opens before",
                () -> newYork().session("lunch", "12:00", "13:00").build());
        assertRefused(
                "globex of 2024-07-02",
                () -> TradingCalendar.named("X", "UTC", MONDAY, FRIDAY)
                        .session(TradingSession.openingDayBefore("globex", "17:00", "18:00"))
                        .build());
        assertRefused(
                "Two sessions",
                () -> newYork().session("core", "21:00", "22:00").build());
        assertRefused("holiday 2024-12-25", () -> newYork().holidays(LocalDate.of(2024, 12, 25)));
        assertRefused("special day 2024-06-30", () -> newYork().specialDay(MONDAY.minusDays(1)));
        assertRefused(
                "holiday and a special day",
                () -> newYork().holidays(MONDAY).specialDay(MONDAY).build());
        assertRefused(
                "not an ordinary trading day",
                () -> newYork().holidays(MONDAY).earlyClose(MONDAY, "13:00").build());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[1] | not one object",
                "{\"format\":1 | not JSON",
                "{\"format\":1}{} | not one object",
                "{\"format\":2} | format 2",
                "{\"format\":1,\"nom\":\"x\"} | 'nom'",
                "{\"format\":1} | 'name'",
                "{\"format\":1,\"name\":\"x\",\"zone\":\"UTC\",\"from\":\"2024-1-1\",\"to\":\"2024-12-31\"} | '2024-1-1'",
                "{\"format\":1,\"name\":\"x\",\"zone\":\"UTC\",\"from\":\"2024-01-01\",\"to\":\"2024-12-31\",\"weekdays\":[\"Mo\"]} | 'Mo'",
                "{\"format\":1,\"name\":\"x\",\"zone\":\"UTC\",\"from\":\"2024-01-01\",\"to\":\"2024-12-31\",\"holidays\":3} | 'holidays'",
                "{\"format\":1,\"name\":\"x\",\"zone\":\"UTC\",\"from\":\"2024-01-01\",\"to\":\"2024-12-31\",\"specialDays\":[{\"date\":\"2024-01-02\"}]} | either",
                "{\"format\":1,\"name\":\"x\",\"zone\":\"UTC\",\"from\":\"2024-01-01\",\"to\":\"2024-12-31\",\"sessions\":[{\"name\":true}]} | true",
                "{\"format\":1,\"name\":\"x\",\"zone\":\"UTC\",\"from\":\"2024-01-01\",\"to\":\"2024-12-31\",\"sessions\":[{\"name\":\"x\",\"openDay\":\"a\",\"open\":\"01:00\",\"close\":\"02:00\"}]} | openDay"
            })
    void shouldSayWhatIsWrongWithAText(String text, String part) {
        assertRefused(part, () -> TradingCalendar.ofJson(text));
    }

    private static TradingCalendarBuilder newYork() {
        return TradingCalendar.named("XNYS", NEW_YORK, MONDAY, FRIDAY)
                .session("pre", "04:00", "09:30")
                .session("core", "09:30", "16:00")
                .session("post", "16:00", "20:00");
    }

    private static List<String> lines(TradingCalendar calendar) {
        List<String> lines = new ArrayList<>();
        WindowBounds windows = calendar.windows();
        for (int i = 0; i < windows.size(); i++) {
            lines.add(calendar.sessions().get(windows.session(i)) + " " + instant(windows.start(i)) + " "
                    + instant(windows.end(i)));
        }
        return lines;
    }

    private static void assertRefused(String part, Runnable made) {
        TidemarkException error = assertThrows(TidemarkException.class, made::run);
        assertEquals(ErrorCode.WINDOW_SPEC_INVALID, error.code());
        assertTrue(error.getMessage().contains(part), error.getMessage());
    }

    private static Instant instant(long nanos) {
        return Instant.EPOCH.plusNanos(nanos);
    }
}
