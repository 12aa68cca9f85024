package io.tidemark.calendar;

import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/**
 * A trading calendar as JSON text:
 *
 * <pre>{@code
 * {"format": 1, "name": "XNYS", "zone": "America/New_York", "from": "2024-01-01", "to": "2024-12-31",
 *  "weekdays": ["monday", "tuesday", "wednesday", "thursday", "friday"],
 *  "sessions": [{"name": "pre", "open": "04:00", "close": "09:30"}, {"name": "core", "open": "09:30", "close": "16:00"}],
 *  "holidays": ["2024-07-04"],
 *  "specialDays": [{"date": "2024-07-03", "close": "13:00"},
 *                  {"date": "2024-11-02", "sessions": [{"name": "test", "open": "10:00", "close": "11:00"}]}]}
 * }</pre>
 *
 * <p>{@code weekdays}, {@code holidays} and {@code specialDays} may be left out. A session may say {@code "openDay": -1} or
 * {@code "closeDay": 1}. A special day has an early {@code close}, or {@code sessions} of its own. Any thread.
 */
final class TradingCalendarJson {
    private static final String FORMAT = "1";

    private TradingCalendarJson() {}

    static TradingCalendar read(String text) {
        JsonObject root = JsonObject.read(Objects.requireNonNull(text, "text"));
        root.allow("format", "name", "zone", "from", "to", "weekdays", "sessions", "holidays", "specialDays");
        if (!root.text("format").equals(FORMAT)) {
            throw JsonObject.invalid(
                    "The calendar has format " + root.text("format") + ", this version reads format " + FORMAT + ".");
        }
        TradingCalendarBuilder builder = TradingCalendar.named(
                root.text("name"), root.text("zone"), date(root.text("from")), date(root.text("to")));
        List<DayOfWeek> weekdays = root.texts("weekdays").stream()
                .map(TradingCalendarJson::weekday)
                .toList();
        if (!weekdays.isEmpty()) {
            builder.weekdays(weekdays.get(0), weekdays.toArray(DayOfWeek[]::new));
        }
        root.objects("sessions").forEach(session -> builder.session(session(session)));
        root.texts("holidays").forEach(date -> builder.holidays(date(date)));
        root.objects("specialDays").forEach(day -> specialDay(day, builder));
        return builder.build();
    }

    private static void specialDay(JsonObject day, TradingCalendarBuilder builder) {
        day.allow("date", "close", "sessions");
        LocalDate date = date(day.text("date"));
        if (day.has("close") == day.has("sessions")) {
            throw JsonObject.invalid(
                    "The special day " + date + " needs either an early close or sessions of its own.");
        }
        if (day.has("close")) {
            builder.earlyClose(date, day.text("close"));
        } else {
            builder.specialDay(
                    date,
                    day.objects("sessions").stream()
                            .map(TradingCalendarJson::session)
                            .toArray(TradingSession[]::new));
        }
    }

    private static TradingSession session(JsonObject session) {
        session.allow("name", "open", "openDay", "close", "closeDay");
        return TradingSession.of(
                session.text("name"),
                session.number("openDay", 0),
                session.text("open"),
                session.number("closeDay", 0),
                session.text("close"));
    }

    private static LocalDate date(String text) {
        try {
            return LocalDate.parse(text);
        } catch (DateTimeException e) {
            throw JsonObject.invalid("'" + text + "' is not a date such as 2024-12-31.");
        }
    }

    private static DayOfWeek weekday(String text) {
        for (DayOfWeek day : DayOfWeek.values()) {
            if (day.name().toLowerCase(Locale.ROOT).equals(text)) {
                return day;
            }
        }
        throw JsonObject.invalid("'" + text + "' is not a day of the week such as monday.");
    }
}
