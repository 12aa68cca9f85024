package io.tidemark.expr;

import io.tidemark.calendar.WindowCalendar;
import java.util.Objects;

/**
 * Windows as a calendar cuts them: days, weeks and months of a time zone, or the sessions of an exchange.
 *
 * @param calendar the calendar
 */
public record CalendarWindow(WindowCalendar calendar) implements WindowSpec {
    /** Checks that there is a calendar. */
    public CalendarWindow {
        Objects.requireNonNull(calendar, "calendar");
    }

    @Override
    public String word() {
        return "calendar";
    }

    @Override
    public String toString() {
        return calendar.toString();
    }
}
