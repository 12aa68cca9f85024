/**
 * Calendars as data: which windows a time zone's days, weeks and months cut, and which sessions an exchange trades in.
 *
 * <p>A calendar is immutable and gives the same windows for ever; its text says by a hash which ones. Boundaries are nanoseconds since
 * 1970. May import {@code error}. Any thread.
 */
package io.tidemark.calendar;
