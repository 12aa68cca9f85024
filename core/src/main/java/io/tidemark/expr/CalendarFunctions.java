package io.tidemark.expr;

import static io.tidemark.expr.Functions.col;

import io.tidemark.calendar.TradingCalendar;
import io.tidemark.calendar.WindowCalendar;
import io.tidemark.calendar.ZoneCalendar;

/**
 * Further words of a query: windows by the calendar. Import them statically. They follow each other without gaps, but for
 * {@link #tradingSessions}.
 */
public final class CalendarFunctions {
    private static final String NAME = "window";

    private CalendarFunctions() {}

    /** The days of a time zone over a time column, from midnight on: of 23 or 25 hours where its clock changes. */
    public static Window calendarDays(String time, String zone) {
        return calendarWindow(col(time), ZoneCalendar.days(zone));
    }

    /** The weeks of a time zone over a time column, from Monday on. */
    public static Window calendarWeeks(String time, String zone) {
        return calendarWindow(col(time), ZoneCalendar.weeks(zone));
    }

    /** The months of a time zone over a time column. */
    public static Window calendarMonths(String time, String zone) {
        return calendarWindow(col(time), ZoneCalendar.months(zone));
    }

    /** Windows of a time zone with settings of their own: {@code ZoneCalendar.days("Europe/Paris").startingAt(LocalTime.of(6, 0))}. */
    public static Window calendarWindow(Column time, ZoneCalendar calendar) {
        return window(time, calendar);
    }

    /** The sessions of an exchange over a time column; the result has a column {@code <name>_session} after start and end. */
    public static Window tradingSessions(String time, TradingCalendar calendar) {
        return tradingSessions(col(time), calendar);
    }

    /** The sessions of an exchange over a time expression. */
    public static Window tradingSessions(Column time, TradingCalendar calendar) {
        return window(time, calendar);
    }

    private static Window window(Column time, WindowCalendar calendar) {
        return new Window(time.expression(), new CalendarWindow(calendar), NAME);
    }
}
