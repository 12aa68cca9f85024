package io.tidemark.benchmarks.scaling;

/** Numbers that look random, each from its place alone, so that query and yardstick see the same. */
public final class Mix {
    private Mix() {}

    /** Another number for each number: the finalizer of MurmurHash3. */
    public static long of(long number) {
        long mixed = (number ^ number >>> 33) * 0xff51afd7ed558ccdL;
        mixed = (mixed ^ mixed >>> 33) * 0xc4ceb9fe1a85ec53L;
        return mixed ^ mixed >>> 33;
    }

    /** Uniform from 0 to bound - 1. */
    public static long below(long number, long bound) {
        return Math.multiplyHigh(of(number) >>> 1, bound << 1);
    }
}
