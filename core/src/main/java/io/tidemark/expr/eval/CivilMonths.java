package io.tidemark.expr.eval;

/** Months of the Gregorian calendar, counted from January of the year 0, and the days, counted from 1970-01-01, that begin them. */
final class CivilMonths {
    private static final int ERA_MONTHS = 400 * 12;
    private static final int ERA_DAYS = 146_097;
    /** Days from 0000-03-01 to 1970-01-01. */
    private static final int DAYS_TO_1970 = 719_468;

    private CivilMonths() {}

    /** Month in which a day lies: 12 times the year, and 0 to 11. */
    static int of(long day) {
        long fromMarch = day + DAYS_TO_1970;
        int era = (int) Math.floorDiv(fromMarch, (long) ERA_DAYS);
        int inEra = (int) Math.floorMod(fromMarch, (long) ERA_DAYS);
        int year = (inEra - inEra / 1460 + inEra / 36_524 - inEra / (ERA_DAYS - 1)) / 365;
        int inYear = inEra - (365 * year + year / 4 - year / 100);
        // Years begin with March here, so that the leap day is the last; 2 is March.
        return era * ERA_MONTHS + year * 12 + 2 + (5 * inYear + 2) / 153;
    }

    /** First day of a month. */
    static long firstDay(int month) {
        int fromMarch = month - 2;
        long era = Math.floorDiv(fromMarch, ERA_MONTHS);
        int inEra = Math.floorMod(fromMarch, ERA_MONTHS);
        int year = inEra / 12;
        int inYear = (153 * (inEra % 12) + 2) / 5;
        return era * ERA_DAYS + year * 365 + year / 4 - year / 100 + inYear - DAYS_TO_1970;
    }
}
