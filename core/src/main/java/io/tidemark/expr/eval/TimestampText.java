package io.tidemark.expr.eval;

import io.tidemark.memory.OffHeap;
import io.tidemark.row.BytesView;

/**
 * Reads and writes ISO-8601 times as ASCII bytes. One thread; nothing allocates.
 *
 * <p>Read is {@code yyyy-MM-dd}, or {@code yyyy-MM-dd}, {@code T} or a blank, {@code HH:mm[:ss[.fraction]]} with 1 to 9 digits
 * of fraction, and after that nothing (UTC), {@code Z}, {@code +HH}, {@code +HH:mm} or {@code +HHmm}. Written is
 * {@code yyyy-MM-ddTHH:mm:ss[.fraction]Z} with 0, 3, 6 or 9 digits of fraction.
 */
public final class TimestampText {
    /** Greatest number of bytes that {@link #format} writes. */
    public static final int MAX_BYTES = 30;

    private static final long SECOND_NS = 1_000_000_000L;
    private static final int DAY_SECONDS = 86_400;
    private static final int ERA_YEARS = 400;
    private static final int ERA_DAYS = 146_097;
    /** Days from 0000-03-01, with which the eras of 400 years begin, to 1970-01-01. */
    private static final int DAYS_TO_1970 = 719_468;

    private long at;
    private long end;
    private long valueNs;

    /** A parser without a text. */
    public TimestampText() {}

    /** Reads a time; false when the text is none, or lies outside 1677-09-21 to 2262-04-11. */
    public boolean parse(BytesView text) {
        at = text.address();
        end = at + text.length();
        while (at < end && OffHeap.getByte(at) == ' ') {
            at++;
        }
        while (at < end && OffHeap.getByte(end - 1) == ' ') {
            end--;
        }
        int year = number(4);
        int month = separated('-');
        int day = separated('-');
        if (year < 0 || month < 1 || month > 12 || day < 1 || day > daysOf(year, month)) {
            return false;
        }
        return parseTime(days(year, month, day) * DAY_SECONDS);
    }

    /** What {@link #parse} read: nanoseconds since 1970-01-01T00:00:00Z. */
    public long valueNs() {
        return valueNs;
    }

    private boolean parseTime(long daySeconds) {
        if (at == end) {
            return combine(daySeconds, 0);
        }
        byte separator = OffHeap.getByte(at++);
        if (separator != 'T' && separator != 't' && separator != ' ') {
            return false;
        }
        int hour = number(2);
        int minute = separated(':');
        if (hour < 0 || hour > 23 || minute < 0 || minute > 59) {
            return false;
        }
        int second = 0;
        int nanos = 0;
        if (next(':')) {
            second = number(2);
            if (second < 0 || second > 59) {
                return false;
            }
            if (next('.')) {
                nanos = fraction();
            }
        }
        int offset = offsetSeconds();
        return nanos >= 0
                && offset != Integer.MIN_VALUE
                && combine(daySeconds + hour * 3600 + minute * 60 + second - offset, nanos);
    }

    private boolean combine(long seconds, int nanos) {
        // Times before 1970 count their nanoseconds upwards; one second later, less the rest, never leaves the range
        // early.
        long whole = seconds < 0 && nanos > 0 ? seconds + 1 : seconds;
        long rest = seconds < 0 && nanos > 0 ? nanos - SECOND_NS : nanos;
        if (Math.multiplyHigh(whole, SECOND_NS) != whole * SECOND_NS >> 63) {
            return false;
        }
        long sum = whole * SECOND_NS + rest;
        if (((whole * SECOND_NS ^ sum) & (rest ^ sum)) < 0) {
            return false;
        }
        valueNs = sum;
        return true;
    }

    private int fraction() {
        int value = 0;
        int digits = 0;
        while (at < end && OffHeap.getByte(at) >= '0' && OffHeap.getByte(at) <= '9') {
            if (++digits > 9) {
                return -1;
            }
            value = value * 10 + OffHeap.getByte(at++) - '0';
        }
        return digits == 0 ? -1 : value * (int) PowersOfTen.of(9 - digits);
    }

    /** Offset of the zone at the end of the text, or the smallest int. */
    private int offsetSeconds() {
        if (at == end) {
            return 0;
        }
        byte sign = OffHeap.getByte(at++);
        if ((sign | 0x20) == 'z') {
            return at == end ? 0 : Integer.MIN_VALUE;
        }
        if (sign != '+' && sign != '-') {
            return Integer.MIN_VALUE;
        }
        int hours = number(2);
        int minutes = 0;
        if (at < end) {
            next(':');
            minutes = number(2);
        }
        if (hours < 0 || hours > 18 || minutes < 0 || minutes > 59 || hours == 18 && minutes > 0 || at != end) {
            return Integer.MIN_VALUE;
        }
        int seconds = hours * 3600 + minutes * 60;
        return sign == '-' ? -seconds : seconds;
    }

    private int separated(char separator) {
        return next(separator) ? number(2) : -1;
    }

    private boolean next(char expected) {
        if (at < end && OffHeap.getByte(at) == expected) {
            at++;
            return true;
        }
        return false;
    }

    private int number(int digits) {
        if (end - at < digits) {
            return -1;
        }
        int value = 0;
        for (int i = 0; i < digits; i++) {
            int digit = OffHeap.getByte(at++) - '0';
            if (digit < 0 || digit > 9) {
                return -1;
            }
            value = value * 10 + digit;
        }
        return value;
    }

    /** Writes a time, at most {@link #MAX_BYTES} bytes; returns their number. */
    public static int format(long timeNs, long address) {
        long seconds = Math.floorDiv(timeNs, SECOND_NS);
        int nanos = (int) Math.floorMod(timeNs, SECOND_NS);
        long day = Math.floorDiv(seconds, (long) DAY_SECONDS) + DAYS_TO_1970;
        int inDay = (int) Math.floorMod(seconds, (long) DAY_SECONDS);
        int era = (int) (day / ERA_DAYS);
        int inEra = (int) (day % ERA_DAYS);
        int yearOfEra = (inEra - inEra / 1460 + inEra / 36_524 - inEra / (ERA_DAYS - 1)) / 365;
        int inYear = inEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100);
        int fromMarch = (5 * inYear + 2) / 153;
        int month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9;
        int year = era * ERA_YEARS + yearOfEra + (month <= 2 ? 1 : 0);
        put(address, year, 4, '-');
        put(address + 5, month, 2, '-');
        put(address + 8, inYear - (153 * fromMarch + 2) / 5 + 1, 2, 'T');
        put(address + 11, inDay / 3600, 2, ':');
        put(address + 14, inDay / 60 % 60, 2, ':');
        put(address + 17, inDay % 60, 2, nanos == 0 ? 'Z' : '.');
        if (nanos == 0) {
            return 20;
        }
        int digits = nanos % 1_000_000 == 0 ? 3 : nanos % 1_000 == 0 ? 6 : 9;
        put(address + 20, nanos / (int) PowersOfTen.of(9 - digits), digits, 'Z');
        return 21 + digits;
    }

    private static void put(long address, int value, int digits, char then) {
        int rest = value;
        for (int i = digits - 1; i >= 0; i--) {
            OffHeap.putByte(address + i, (byte) ('0' + rest % 10));
            rest /= 10;
        }
        OffHeap.putByte(address + digits, (byte) then);
    }

    private static int daysOf(int year, int month) {
        if (month == 2) {
            return year % 4 == 0 && (year % 100 != 0 || year % ERA_YEARS == 0) ? 29 : 28;
        }
        return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
    }

    /** Days since 1970-01-01, counting years from March so that the leap day comes last. */
    private static long days(int year, int month, int day) {
        int fromMarch = month > 2 ? month - 3 : month + 9;
        int shifted = month > 2 ? year : year - 1;
        long era = Math.floorDiv(shifted, ERA_YEARS);
        long yearOfEra = Math.floorMod(shifted, ERA_YEARS);
        long inYear = (153L * fromMarch + 2) / 5 + day - 1;
        return era * ERA_DAYS + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + inYear - DAYS_TO_1970;
    }
}
