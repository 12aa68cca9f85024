package io.tidemark.expr.eval;

import io.tidemark.memory.OffHeap;
import io.tidemark.row.BytesView;
import io.tidemark.row.DataType;
import java.nio.charset.StandardCharsets;

/**
 * Reads numbers from ASCII bytes: {@code [+-]digits[.digits][e[+-]digits]}, blanks around them ignored. One thread.
 *
 * <p>Nothing allocates, but for doubles of more than 38 significant digits or outside 1e-38 to 1e38, which are rare enough to
 * go through a string.
 */
public final class NumberParser {
    private static final int MAX_EXPONENT = 1_000_000;
    private static final byte[] NAN = "nan".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] INFINITY = "infinity".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] INF = "inf".getBytes(StandardCharsets.US_ASCII);

    private final Decimal128 scratch = new Decimal128();
    private final DecimalArithmetic arithmetic = new DecimalArithmetic();
    private long start;
    private long end;
    private boolean negative;
    private long digitsEnd;
    private long point;
    private int exponent;
    private long longValue;
    private double doubleValue;

    /** Fresh scratch. */
    public NumberParser() {}

    /** Reads an integer of {@code least} to {@code most}, without point or exponent; false when the text is none. */
    public boolean parseLong(BytesView text, long least, long most) {
        if (!trim(text) || start == end) {
            return false;
        }
        long limit = negative ? least : -most;
        long value = 0;
        // Counted downwards, because the smallest long has no counterpart.
        for (long at = start; at < end; at++) {
            int digit = OffHeap.getByte(at) - '0';
            if (digit < 0 || digit > 9 || value < limit / 10 || value * 10 < limit + digit) {
                return false;
            }
            value = value * 10 - digit;
        }
        longValue = negative ? value : -value;
        return true;
    }

    /** What {@link #parseLong} read. */
    public long longValue() {
        return longValue;
    }

    /** Reads a decimal, rounded half up to the scale of {@code type}; false when the text is none or does not fit. */
    public boolean parseDecimal(BytesView text, DataType type, Decimal128 result) {
        return scan(text) && unscaled(type.scale(), result) && result.fits(type.precision());
    }

    /** Reads a double, also {@code NaN}, {@code Infinity} and {@code -Infinity}; false when the text is none. */
    public boolean parseDouble(BytesView text) {
        if (scan(text)) {
            doubleValue = number(text);
            return true;
        }
        if (is(NAN)) {
            doubleValue = Double.NaN;
            return true;
        }
        if (is(INFINITY) || is(INF)) {
            doubleValue = negative ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
            return true;
        }
        return false;
    }

    /** What {@link #parseDouble} read; the double nearest to the text. */
    public double doubleValue() {
        return doubleValue;
    }

    private double number(BytesView text) {
        while (start < digitsEnd && (OffHeap.getByte(start) == '0' || start == point)) {
            start++;
        }
        long fraction = Math.max(0, digitsEnd - point - 1);
        long digits = digitsEnd - start - (point >= start && point < digitsEnd ? 1 : 0);
        long scale = fraction - exponent;
        if (digits == 0) {
            return negative ? -0.0 : 0.0;
        }
        if (digits > DataType.MAX_PRECISION || scale > PowersOfTen.MAX || scale < -PowersOfTen.MAX) {
            return Double.parseDouble(text.toString().strip());
        }
        scratch.set(0);
        for (long at = start; at < digitsEnd; at++) {
            if (at != point && !append(OffHeap.getByte(at) - '0', scratch)) {
                throw new IllegalStateException("38 digits fit 128 bits");
            }
        }
        double value = arithmetic.toDouble(scratch, (int) scale);
        return negative ? -value : value;
    }

    /** Skips blanks and the sign; false when nothing is left. */
    private boolean trim(BytesView text) {
        start = text.address();
        end = start + text.length();
        while (start < end && isBlank(OffHeap.getByte(start))) {
            start++;
        }
        while (start < end && isBlank(OffHeap.getByte(end - 1))) {
            end--;
        }
        if (start == end) {
            return false;
        }
        negative = OffHeap.getByte(start) == '-';
        if (negative || OffHeap.getByte(start) == '+') {
            start++;
        }
        return true;
    }

    private boolean scan(BytesView text) {
        if (!trim(text)) {
            return false;
        }
        point = -1;
        exponent = 0;
        int digits = 0;
        long at = start;
        for (; at < end; at++) {
            byte c = OffHeap.getByte(at);
            if (c == '.' && point < 0) {
                point = at;
            } else if (c >= '0' && c <= '9') {
                digits++;
            } else {
                break;
            }
        }
        digitsEnd = at;
        if (point < 0) {
            point = at;
        }
        return digits > 0 && (at == end || scanExponent(at));
    }

    private boolean scanExponent(long from) {
        long at = from;
        if ((OffHeap.getByte(at++) | 0x20) != 'e' || at == end) {
            return false;
        }
        byte sign = OffHeap.getByte(at);
        if (sign == '-' || sign == '+') {
            at++;
        }
        if (at == end) {
            return false;
        }
        int value = 0;
        for (; at < end; at++) {
            int digit = OffHeap.getByte(at) - '0';
            if (digit < 0 || digit > 9) {
                return false;
            }
            value = Math.min(MAX_EXPONENT, value * 10 + digit);
        }
        exponent = sign == '-' ? -value : value;
        return true;
    }

    /** The scanned number at a scale, half up: the first digit that is dropped decides. */
    private boolean unscaled(int scale, Decimal128 result) {
        result.set(0);
        long power = point - start + exponent + scale - 1;
        boolean roundUp = false;
        for (long at = start; at < digitsEnd && power >= -1; at++) {
            if (at == point) {
                continue;
            }
            int digit = OffHeap.getByte(at) - '0';
            if (power < 0) {
                roundUp = digit >= 5;
            } else if (!append(digit, result)) {
                return false;
            }
            power--;
        }
        for (; power >= 0 && !result.isZero(); power--) {
            if (!append(0, result)) {
                return false;
            }
        }
        return (!roundUp || result.add(1)) && (!negative || result.negate());
    }

    /** Multiplies by ten and adds a digit; false when more than 38 digits are reached. */
    private static boolean append(int digit, Decimal128 value) {
        long low = value.low();
        long high = value.high();
        if (high == 0 && low >= 0 && low < Long.MAX_VALUE / 10) {
            value.set(0, low * 10 + digit);
            return true;
        }
        if (!value.fits(DataType.MAX_PRECISION - 1)) {
            return false;
        }
        long carry = Math.multiplyHigh(low, 10L) + (low < 0 ? 10 : 0);
        value.set(high * 10 + carry, low * 10);
        return value.add(digit);
    }

    private boolean is(byte[] word) {
        if (end - start != word.length) {
            return false;
        }
        for (int i = 0; i < word.length; i++) {
            if ((OffHeap.getByte(start + i) | 0x20) != word[i]) {
                return false;
            }
        }
        return true;
    }

    private static boolean isBlank(byte c) {
        return c == ' ' || c >= '\t' && c <= '\r';
    }
}
