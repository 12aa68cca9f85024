package io.tidemark.accumulator;

/**
 * Numbers as keys of buckets: two numbers of one bucket differ by a factor of at most {@code (1 + a) / (1 - a)}, and the number that stands for
 * the bucket is off by at most the relative accuracy {@code a}. Keys are in the order of the numbers.
 *
 * <p>The buckets are those of Masson, Rim and Lee (DDSketch: a fast and fully-mergeable quantile sketch with relative-error guarantees, VLDB
 * 2019). Their logarithm is interpolated: of {@code 2^e * (1 + s)} it is {@code e + s * (4 - s) / 3}, whose slope against the natural logarithm is nowhere
 * below 4/3. That takes additions, products and square roots alone, which give the same bits on every machine, and 8 % more buckets.
 */
final class LogBuckets {
    private static final int INFINITE = 1 << 28;
    private static final int NAN = 1 << 29;
    private static final int EXPONENT_BIAS = 1023;
    private static final int MANTISSA_BITS = 52;
    private static final long MANTISSA = (1L << MANTISSA_BITS) - 1;
    private static final long ONE = (long) EXPONENT_BIAS << MANTISSA_BITS;

    private final double accuracy;
    private final double perUnit;
    private final double width;
    private final long lowest;

    /** Buckets of a relative accuracy from 0.0001 to 0.5. */
    LogBuckets(double accuracy) {
        this.accuracy = accuracy;
        this.width = 4.0 / 3.0 * StrictMath.log((1 + accuracy) / (1 - accuracy));
        this.perUnit = 1 / width;
        this.lowest = index(Double.MIN_NORMAL);
    }

    /** Key of a number: below 0 for negative numbers, 0 for zero and what is nearer to it than 2^-1022; infinities and NaN have their own. */
    int key(double value) {
        double size = Math.abs(value);
        if (size < Double.MIN_NORMAL) {
            return 0;
        }
        if (size <= Double.MAX_VALUE) {
            int key = (int) (index(size) - lowest) + 1;
            return value < 0 ? -key : key;
        }
        return value != value ? NAN : value < 0 ? -INFINITE : INFINITE;
    }

    /** The number that stands for a bucket. */
    double value(int key) {
        int size = Math.abs(key);
        if (size == 0) {
            return 0;
        }
        if (size >= INFINITE) {
            return key == NAN ? Double.NaN : key < 0 ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
        }
        double logarithm = (size - 1 + lowest) * width;
        double exponent = Math.floor(logarithm);
        double least = Math.scalb(3 - Math.sqrt(4 - 3 * (logarithm - exponent)), (int) exponent);
        double value = least * (1 + accuracy);
        return key < 0 ? -value : value;
    }

    private long index(double size) {
        long bits = Double.doubleToRawLongBits(size);
        double part = Double.longBitsToDouble(bits & MANTISSA | ONE) - 1;
        double logarithm = (int) (bits >>> MANTISSA_BITS) - EXPONENT_BIAS + part * (4 - part) / 3;
        return (long) Math.floor(logarithm * perUnit);
    }
}
