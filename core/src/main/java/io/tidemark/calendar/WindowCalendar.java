package io.tidemark.calendar;

/**
 * Windows as a calendar cuts them: sorted, without overlap, each of a length of its own. {@code toString} is the canonical text: two calendars
 * with the same text have the same windows. Immutable; any thread.
 */
public interface WindowCalendar {}
