package io.tidemark.peers;

/** Checksums of result rows over all their fields. The sum over a result is the same in any order of its rows. */
public final class Checksums {
    private static final long FIRST = 0x9E37_79B9_7F4A_7C15L;
    private static final long SECOND = 0xD134_2543_DE82_EF95L;
    private static final long THIRD = 0xAF25_1AF3_B0F0_25B5L;
    private static final long FOURTH = 0xB564_EF22_EC7A_ECE5L;
    private static final long FIFTH = 0xF7C2_EBC0_8F67_F2B5L;
    private static final long SIXTH = 0x9FB2_1C65_1E98_DF25L;

    private Checksums() {}

    /** A group of a window: key, start of the window, and its four aggregates. */
    public static long group(long key, long startMillis, long count, double sum, double min, double max) {
        return mix(key * FIRST
                + startMillis * SECOND
                + count * THIRD
                + Double.doubleToRawLongBits(sum) * FOURTH
                + Double.doubleToRawLongBits(min) * FIFTH
                + Double.doubleToRawLongBits(max) * SIXTH);
    }

    /** An event that was let through. */
    public static long event(long id, long key, long timeMillis, double amount) {
        return mix(id * FIRST + key * SECOND + timeMillis * THIRD + Double.doubleToRawLongBits(amount) * FOURTH);
    }

    /** An order and its fill. */
    public static long pair(long id, long orderMillis, long fillMillis) {
        return mix(id * FIRST + orderMillis * SECOND + fillMillis * THIRD);
    }

    /** An order without a fill. */
    public static long alone(long id, long orderMillis) {
        return pair(id, orderMillis, -1);
    }

    /** The finalizer of SplitMix64 over a multiple of its increment. */
    static long mix(long value) {
        long z = value * FIRST;
        z = (z ^ z >>> 30) * 0xBF58_476D_1CE4_E5B9L;
        z = (z ^ z >>> 27) * 0x94D0_49BB_1331_11EBL;
        return z ^ z >>> 31;
    }
}
