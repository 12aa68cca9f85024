package io.tidemark.calendar;

import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;

/**
 * When an exchange trades, as data: each session of each trading day is one window. Known from one day to another, both included; what lies
 * outside is unknown, which is not the same as closed. All windows are found when the calendar is built, by the zone rules of the JVM, and
 * the version is a hash of them.
 */
public final class TradingCalendar implements WindowCalendar {
    private final String name;
    private final ZoneId zone;
    private final LocalDate from;
    private final LocalDate to;
    private final List<String> sessions;
    private final WindowBounds bounds;
    private final long firstNs;
    private final long endNs;
    private final String version;
    private final String json;

    TradingCalendar(
            String name,
            ZoneId zone,
            LocalDate from,
            LocalDate to,
            List<String> sessions,
            WindowBounds bounds,
            long firstNs,
            long endNs,
            String json) {
        this.name = name;
        this.zone = zone;
        this.from = from;
        this.to = to;
        this.sessions = List.copyOf(sessions);
        this.bounds = bounds;
        this.firstNs = firstNs;
        this.endNs = endNs;
        this.version = hash();
        this.json = json;
    }

    /** Begins a calendar with a name of its own, in the zone of the exchange, known from one day to another, both included. */
    public static TradingCalendarBuilder named(String name, String zone, LocalDate from, LocalDate to) {
        return new TradingCalendarBuilder(name, LocalClock.zone(zone), from, to);
    }

    /**
     * Reads a calendar from JSON; see {@link TradingCalendarJson} for the form.
     *
     * @throws io.tidemark.error.TidemarkException {@code WINDOW_SPEC_INVALID} with what is wrong
     */
    public static TradingCalendar ofJson(String text) {
        return TradingCalendarJson.read(text);
    }

    /** The calendar as JSON, for {@link #ofJson}. */
    public String toJson() {
        return json;
    }

    /** Name of the calendar. */
    public String name() {
        return name;
    }

    /** All sessions of all days. */
    public WindowBounds windows() {
        return bounds;
    }

    /** A hash of all windows, their names and the range: it changes when, and only when, one of these does. */
    public String version() {
        return version;
    }

    @Override
    public long firstNs() {
        return firstNs;
    }

    @Override
    public long endNs() {
        return endNs;
    }

    @Override
    public WindowBounds windows(long fromNs, long toNs) {
        return bounds.between(fromNs, toNs);
    }

    @Override
    public List<String> sessions() {
        return sessions;
    }

    /** Whether the other one was built from the same content. */
    @Override
    public boolean equals(Object other) {
        return other instanceof TradingCalendar calendar
                && calendar.json.equals(json)
                && calendar.version.equals(version);
    }

    @Override
    public int hashCode() {
        return version.hashCode();
    }

    @Override
    public String toString() {
        return "sessions " + String.join(", ", sessions) + " of " + name + " in " + zone + " from " + from + " to " + to
                + ", version " + version;
    }

    private String hash() {
        ContentHash hash = new ContentHash();
        hash.add(firstNs);
        hash.add(endNs);
        for (int i = 0; i < bounds.size(); i++) {
            hash.add(bounds.start(i));
            hash.add(bounds.end(i));
            hash.add(sessions.get(bounds.session(i)));
        }
        return hash.text();
    }
}
