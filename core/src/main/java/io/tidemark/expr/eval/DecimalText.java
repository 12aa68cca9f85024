package io.tidemark.expr.eval;

import io.tidemark.memory.OffHeap;

/** Writes numbers as ASCII digits into native memory. Nothing allocates. */
public final class DecimalText {
    /** Greatest number of bytes that {@link #format(Decimal128, int, long)} writes: sign, zero, point and 39 digits. */
    public static final int MAX_BYTES = 48;

    private static final long MASK = 0xFFFF_FFFFL;
    private static final long BILLION = 1_000_000_000L;

    private DecimalText() {}

    /** Writes a long; returns the number of bytes, at most 20. */
    public static int format(long value, long address) {
        return finish(address, digits(value, address + MAX_BYTES), value < 0);
    }

    /** Writes a decimal with {@code scale} digits after the point, as {@code BigDecimal.toPlainString} does. */
    public static int format(Decimal128 value, int scale, long address) {
        long end = address + MAX_BYTES;
        long start = value.fitsLong() ? digits(value.low(), end) : wideDigits(value, end);
        while (end - start <= scale) {
            OffHeap.putByte(--start, (byte) '0');
        }
        if (scale > 0) {
            OffHeap.copy(start, start - 1, end - scale - start);
            start--;
            OffHeap.putByte(end - scale - 1, (byte) '.');
        }
        return finish(address, start, value.isNegative());
    }

    /** Writes the digits of the absolute value so that they end at {@code end}; returns where they start. */
    private static long digits(long value, long end) {
        long at = end;
        long rest = value;
        do {
            OffHeap.putByte(--at, (byte) ('0' + Math.abs(rest % 10)));
            rest /= 10;
        } while (rest != 0);
        return at;
    }

    private static long wideDigits(Decimal128 value, long end) {
        long high = value.high();
        long low = value.low();
        if (high < 0) {
            high = low == 0 ? -high : ~high;
            low = -low;
        }
        long at = end;
        while ((high | low) != 0) {
            // Long division by 10^9, word by word.
            long rest = high >>> 32;
            long word3 = rest / BILLION;
            rest = rest % BILLION << 32 | high & MASK;
            long word2 = rest / BILLION;
            rest = rest % BILLION << 32 | low >>> 32;
            long word1 = rest / BILLION;
            rest = rest % BILLION << 32 | low & MASK;
            long word0 = rest / BILLION;
            rest %= BILLION;
            high = word3 << 32 | word2;
            low = word1 << 32 | word0;
            for (int i = 0; i < 9 && (rest != 0 || (high | low) != 0); i++) {
                OffHeap.putByte(--at, (byte) ('0' + rest % 10));
                rest /= 10;
            }
        }
        return at;
    }

    private static int finish(long address, long start, boolean negative) {
        long from = start;
        if (negative) {
            OffHeap.putByte(--from, (byte) '-');
        }
        int length = (int) (address + MAX_BYTES - from);
        OffHeap.copy(from, address, length);
        return length;
    }
}
