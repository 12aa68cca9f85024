package io.tidemark.calendar;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

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

    /** Writes what {@link #read} reads. */
    static String write(
            String name,
            ZoneId zone,
            LocalDate from,
            LocalDate to,
            Set<DayOfWeek> weekdays,
            List<TradingSession> sessions,
            Set<LocalDate> holidays,
            Map<LocalDate, LocalTime> earlyCloses,
            Map<LocalDate, List<TradingSession>> specialDays) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
            json.writeStartObject();
            json.writeNumberField("format", Integer.parseInt(FORMAT));
            json.writeStringField("name", name);
            json.writeStringField("zone", zone.getId());
            json.writeStringField("from", from.toString());
            json.writeStringField("to", to.toString());
            writeTexts("weekdays", weekdays.stream().map(day -> day.name().toLowerCase(Locale.ROOT)), json);
            writeSessions(sessions, json);
            writeTexts("holidays", holidays.stream().map(LocalDate::toString), json);
            json.writeArrayFieldStart("specialDays");
            for (Map.Entry<LocalDate, LocalTime> day : earlyCloses.entrySet()) {
                json.writeStartObject();
                json.writeStringField("date", day.getKey().toString());
                json.writeStringField("close", day.getValue().toString());
                json.writeEndObject();
            }
            for (Map.Entry<LocalDate, List<TradingSession>> day : specialDays.entrySet()) {
                json.writeStartObject();
                json.writeStringField("date", day.getKey().toString());
                writeSessions(day.getValue(), json);
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException("a string writer failed", e);
        }
        return text.toString();
    }

    private static void writeTexts(String member, Stream<String> texts, JsonGenerator json) throws IOException {
        json.writeArrayFieldStart(member);
        for (String text : texts.toList()) {
            json.writeString(text);
        }
        json.writeEndArray();
    }

    private static void writeSessions(List<TradingSession> sessions, JsonGenerator json) throws IOException {
        json.writeArrayFieldStart("sessions");
        for (TradingSession session : sessions) {
            json.writeStartObject();
            json.writeStringField("name", session.name());
            json.writeNumberField("openDay", session.openDay());
            json.writeStringField("open", session.open().toString());
            json.writeNumberField("closeDay", session.closeDay());
            json.writeStringField("close", session.close().toString());
            json.writeEndObject();
        }
        json.writeEndArray();
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
