package io.tidemark.benchmarks.throughput;

/**
 * Event i as a pure function of i. One event in eight is up to 2 s late and the rest up to 8 ms; keys are the square of a uniform number, so that one in a hundred
 * events has the hottest of 10 000; amounts are multiples of 1/4, so that sums are exact in any order.
 */
final class Events {
    /** A whole minute. */
    static final long START_NS = 1_699_999_980_000_000_000L;

    static final long MILLI = 1_000_000;
    static final long SECOND = 1_000_000_000;

    private static final long GOLDEN = 0x9E3779B97F4A7C15L;
    private static final long MOST_LATE_NS = 2 * SECOND;
    private static final long USUALLY_LATE_NS = 8 * MILLI;
    private static final int LATE_BITS = 21;
    private static final long REPEAT_SEED = 0x6A09E667F3BCC909L;
    private static final int REPEATS_IN_64K = 3277;
    private static final long ORDERS_SEED = 0x3C6EF372FE94F82BL;
    /** Orders are named by the fills of the block after theirs, 14 s later. */
    private static final long BLOCK = 7_000;

    private static final long STRANGERS_IN_256 = 51;

    private Events() {}

    /** The random bits of event i, from which all else is made. */
    static long random(long i) {
        return scramble(i * GOLDEN + 0x51_7C_C1L);
    }

    /** Id of event i: i, or by choice a number that says nothing of it. No two events have the same. */
    static long id(long i, boolean scattered) {
        return scattered ? scramble(i * GOLDEN) : i;
    }

    /** Event time in nanoseconds since 1970, where events are {@code spacingNs} apart in the mean. */
    static long time(long i, long spacingNs, long random) {
        return START_NS + i * spacingNs - lateness(random);
    }

    /** Key from 0 to {@code keys - 1}. */
    static long key(long random, long keys) {
        double uniform = (random & 0xFF_FFFF) * 0x1p-24;
        return (long) (keys * uniform * uniform);
    }

    static double amount(long random) {
        return (random >>> 24 & 0xFFFF) * 0.25;
    }

    /**
     * Number of the event that event i is: i, or that of one at most {@code within} places earlier which it repeats. 4.7 % of all are repeats.
     *
     * @param within a number below 65 536
     */
    static long original(long i, long within) {
        long back = back(i, within);
        return back > 0 && back(i - back, within) == 0 ? i - back : i;
    }

    /** Random bits of fill n. */
    static long fillRandom(long n) {
        return scramble(n * GOLDEN + ORDERS_SEED);
    }

    /** Number of the order that fill n names, or a negative one that is no order. Each order is named once at most. */
    static long filled(long n, long random) {
        long block = n / BLOCK;
        long order = (block - 1) * BLOCK + (n - block * BLOCK) * 3_331 % BLOCK;
        return order < 0 || (random >>> 40 & 0xFF) < STRANGERS_IN_256 ? -1 - n : order;
    }

    /** The same time as {@link #time} in whole milliseconds. */
    static long milliTime(long i, long random) {
        return START_NS + i * MILLI - lateness(random) / MILLI * MILLI;
    }

    private static long back(long i, long within) {
        if (i <= within) {
            return 0;
        }
        long random = scramble(i * GOLDEN + REPEAT_SEED);
        return (random & 0xFFFF) < REPEATS_IN_64K ? 1 + ((random >>> 16 & 0xFFFF) * within >>> 16) : 0;
    }

    private static long lateness(long random) {
        long uniform = random >>> 40 & (1L << LATE_BITS) - 1;
        return uniform * (random >>> 61 == 0 ? MOST_LATE_NS : USUALLY_LATE_NS) >>> LATE_BITS;
    }

    /** Mixes all bits (the last steps of SplitMix64). */
    static long scramble(long value) {
        long z = (value ^ value >>> 30) * 0xBF58476D1CE4E5B9L;
        z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
        return z ^ z >>> 31;
    }
}
