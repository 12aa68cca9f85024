package io.tidemark.calendar;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Builds a trading calendar. Every fault is reported as {@code WINDOW_SPEC_INVALID}. Not for use by several threads.
 */
public final class TradingCalendarBuilder {
    private static final int FIRST_YEAR = 1678;
    private static final int LAST_YEAR = 2261;
    private static final int MOST_WINDOWS = 1_000_000;

    private final String name;
    private final ZoneId zone;
    private final LocalDate from;
    private final LocalDate to;
    private final List<TradingSession> sessions = new ArrayList<>();
    private final Set<LocalDate> holidays = new HashSet<>();
    private final Map<LocalDate, LocalTime> earlyCloses = new TreeMap<>();
    private final Map<LocalDate, List<TradingSession>> specialDays = new TreeMap<>();
    private Set<DayOfWeek> weekdays = EnumSet.range(DayOfWeek.MONDAY, DayOfWeek.FRIDAY);

    TradingCalendarBuilder(String name, ZoneId zone, LocalDate from, LocalDate to) {
        this.name = Objects.requireNonNull(name, "name");
        this.zone = zone;
        this.from = Objects.requireNonNull(from, "from");
        this.to = Objects.requireNonNull(to, "to");
        if (from.isAfter(to) || from.getYear() < FIRST_YEAR || to.getYear() > LAST_YEAR) {
            throw invalid(
                    "The calendar " + name + " is known from " + from + " to " + to + ".",
                    "Use a first day that is not after the last, and years from " + FIRST_YEAR + " to " + LAST_YEAR
                            + ".");
        }
    }

    /** A session of every trading day. */
    public TradingCalendarBuilder session(String session, String open, String close) {
        return session(TradingSession.of(session, open, close));
    }

    /** A session of every trading day. */
    public TradingCalendarBuilder session(TradingSession session) {
        sessions.add(Objects.requireNonNull(session, "session"));
        return this;
    }

    /** The days of the week on which there is trading; Monday to Friday if this is not called. */
    public TradingCalendarBuilder weekdays(DayOfWeek first, DayOfWeek... more) {
        weekdays = EnumSet.of(first, more);
        return this;
    }

    /** Days without trading. */
    public TradingCalendarBuilder holidays(LocalDate... dates) {
        for (LocalDate date : dates) {
            holidays.add(inRange(date, "holiday"));
        }
        return this;
    }

    /** A trading day that ends early: sessions that are open then close, those that open then or later fall away. */
    public TradingCalendarBuilder earlyClose(LocalDate date, String close) {
        earlyCloses.put(inRange(date, "early close"), TradingSession.time(close));
        return this;
    }

    /** A day with sessions of its own, whatever day of the week it is. */
    public TradingCalendarBuilder specialDay(LocalDate date, TradingSession... own) {
        specialDays.put(inRange(date, "special day"), List.copyOf(Arrays.asList(own)));
        return this;
    }

    /** The calendar. */
    public TradingCalendar build() {
        if (sessions.isEmpty()) {
            throw invalid("The calendar " + name + " has no session.", "Add one with session(name, open, close).");
        }
        checkDays();
        LocalClock clock = new LocalClock(zone);
        WindowBounds.Builder bounds = new WindowBounds.Builder();
        Map<String, Integer> numbers = new HashMap<>();
        List<String> names = new ArrayList<>();
        sessions.forEach(session -> number(session, numbers, names));
        for (LocalDate date = from; !date.isAfter(to); date = date.plusDays(1)) {
            for (TradingSession session : sessionsOn(date)) {
                add(bounds, clock, date, session, number(session, numbers, names));
            }
        }
        WindowBounds windows = bounds.build();
        long first = clock.nanos(from.atStartOfDay());
        long end = clock.nanos(to.plusDays(1).atStartOfDay());
        if (windows.size() > 0) {
            first = Math.min(first, windows.start(0));
            end = Math.max(end, windows.end(windows.size() - 1));
        }
        return new TradingCalendar(name, zone, from, to, names, windows, first, end, json());
    }

    private String json() {
        return TradingCalendarJson.write(
                name, zone, from, to, weekdays, sessions, new TreeSet<>(holidays), earlyCloses, specialDays);
    }

    private void add(
            WindowBounds.Builder bounds, LocalClock clock, LocalDate date, TradingSession session, int number) {
        long open = clock.nanos(session.openOn(date));
        long close = clock.nanos(session.closeOn(date));
        if (open < bounds.lastEnd()) {
            throw invalid(
                    "Session " + session.name() + " of " + date + " opens before the one before it has closed.",
                    "Let sessions follow each other, also those of neighbouring days.");
        }
        if (bounds.size() == MOST_WINDOWS) {
            throw invalid(
                    "The calendar " + name + " has more than " + MOST_WINDOWS + " sessions in all.",
                    "Use a shorter range of days.");
        }
        // A session that the clock skips whole does not take place.
        if (open < close) {
            bounds.add(open, close, number);
        }
    }

    private List<TradingSession> sessionsOn(LocalDate date) {
        List<TradingSession> own = specialDays.get(date);
        if (own == null && (holidays.contains(date) || !weekdays.contains(date.getDayOfWeek()))) {
            return List.of();
        }
        LocalTime early = earlyCloses.get(date);
        return (own == null ? sessions : own)
                .stream()
                        .map(session -> early == null ? session : session.closingBy(early))
                        .filter(Objects::nonNull)
                        .sorted(Comparator.comparing(session -> session.openOn(date)))
                        .toList();
    }

    private void checkDays() {
        for (LocalDate date : earlyCloses.keySet()) {
            if (specialDays.containsKey(date) || holidays.contains(date) || !weekdays.contains(date.getDayOfWeek())) {
                throw invalid(
                        "There is an early close on " + date + ", which is not an ordinary trading day.",
                        "Leave it out, or make the day a special day with hours of its own.");
            }
        }
        for (LocalDate date : specialDays.keySet()) {
            if (holidays.contains(date)) {
                throw invalid(date + " is a holiday and a special day.", "Keep one of the two.");
            }
        }
        Set<String> seen = new HashSet<>();
        for (TradingSession session : sessions) {
            if (!seen.add(session.name())) {
                throw invalid("Two sessions are called " + session.name() + ".", "Give each a name of its own.");
            }
        }
    }

    private LocalDate inRange(LocalDate date, String what) {
        Objects.requireNonNull(date, what);
        if (date.isBefore(from) || date.isAfter(to)) {
            throw invalid(
                    "The " + what + " " + date + " is not in the range of the calendar " + name + ", " + from + " to "
                            + to + ".",
                    "Leave it out, or widen the range.");
        }
        return date;
    }

    private static int number(TradingSession session, Map<String, Integer> numbers, List<String> names) {
        return numbers.computeIfAbsent(session.name(), key -> {
            names.add(key);
            return names.size() - 1;
        });
    }

    private static TidemarkException invalid(String reason, String wayOut) {
        return new TidemarkException(ErrorCode.WINDOW_SPEC_INVALID, reason, wayOut);
    }
}
