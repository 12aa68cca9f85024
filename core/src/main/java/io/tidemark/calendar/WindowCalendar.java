package io.tidemark.calendar;

import java.util.List;

/**
 * Windows as a calendar cuts them: sorted, without overlap, each of a length of its own. {@code toString} is the canonical text: two
 * calendars with the same text have the same windows. Times are nanoseconds since 1970. Immutable; any thread.
 */
public sealed interface WindowCalendar permits ZoneCalendar, TradingCalendar {
    /** First time of which the calendar knows in which window it lies, or that it lies in none. */
    long firstNs();

    /** The time after the last one of which the calendar knows that. */
    long endNs();

    /**
     * The windows that hold a time of {@code [fromNs, toNs)} and of the calendar's range, and the one window that follows them if there is
     * one. Allocates.
     */
    WindowBounds windows(long fromNs, long toNs);

    /** Names of sessions, by the numbers that {@link WindowBounds#session} gives; empty where windows have no names. */
    List<String> sessions();
}
