package io.tidemark.expr.eval;

import java.math.BigInteger;

/** 10 to the power of 0 to 38. */
final class PowersOfTen {
    /** Greatest power that fits a long. */
    static final int MAX_LONG = 18;
    /** Greatest power that fits 128 bits. */
    static final int MAX = 38;
    /** Greatest power that a double holds exactly. */
    static final int MAX_DOUBLE = 22;

    private static final long[] HIGH = new long[MAX + 1];
    private static final long[] LOW = new long[MAX + 1];
    private static final double[] DOUBLES = new double[MAX_DOUBLE + 1];

    static {
        for (int power = 0; power <= MAX; power++) {
            BigInteger value = BigInteger.TEN.pow(power);
            HIGH[power] = value.shiftRight(Long.SIZE).longValue();
            LOW[power] = value.longValue();
            if (power <= MAX_DOUBLE) {
                DOUBLES[power] = value.doubleValue();
            }
        }
    }

    private PowersOfTen() {}

    /** 10^power for 0 to 18. */
    static long of(int power) {
        return LOW[power];
    }

    /** High word of 10^power for 0 to 38. */
    static long high(int power) {
        return HIGH[power];
    }

    /** Low word of 10^power for 0 to 38. */
    static long low(int power) {
        return LOW[power];
    }

    /** 10^power for 0 to 22, exact. */
    static double ofDouble(int power) {
        return DOUBLES[power];
    }
}
