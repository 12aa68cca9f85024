package io.tidemark.expr.eval;

/** A 128-bit signed integer that can be changed: the unscaled value of a decimal. One thread. */
public final class Decimal128 {
    private long high;
    private long low;

    /** Sets both words. */
    public void set(long newHigh, long newLow) {
        high = newHigh;
        low = newLow;
    }

    /** Sets a value that fits 64 bits. */
    public void set(long value) {
        set(value >> 63, value);
    }

    /** High word, with the sign. */
    public long high() {
        return high;
    }

    /** Low word. */
    public long low() {
        return low;
    }
}
