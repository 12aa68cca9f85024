package io.tidemark.calendar;

import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.temporal.ChronoField;

/** What a calendar counts. Units are numbered; number 0 is the one with 1970-01-01, for weeks the one that begins on or before it. */
public enum CalendarUnit {
    /** Days. */
    DAY,
    /** Seven days. */
    WEEK,
    /** Months from their first day on. */
    MONTH;

    private static final long MONTH_0 = LocalDate.EPOCH.getLong(ChronoField.PROLEPTIC_MONTH);
    private static final int DAYS = 7;

    /** First day of a unit. */
    LocalDate first(long number, DayOfWeek firstDay) {
        return switch (this) {
            case DAY -> LocalDate.ofEpochDay(number);
            case WEEK -> LocalDate.ofEpochDay(week0(firstDay) + DAYS * number);
            case MONTH -> LocalDate.EPOCH.plusMonths(number);
        };
    }

    /** Number of the unit that holds a day. */
    long number(LocalDate date, DayOfWeek firstDay) {
        return switch (this) {
            case DAY -> date.toEpochDay();
            case WEEK -> Math.floorDiv(date.toEpochDay() - week0(firstDay), DAYS);
            case MONTH -> date.getLong(ChronoField.PROLEPTIC_MONTH) - MONTH_0;
        };
    }

    private static long week0(DayOfWeek firstDay) {
        return -Math.floorMod(LocalDate.EPOCH.getDayOfWeek().getValue() - firstDay.getValue(), DAYS);
    }
}
