package io.tidemark.benchmarks.throughput;

import io.tidemark.memory.OffHeap;

/** Adds up rows in any order to the same sum: the null bits of each and all its columns. */
final class Checksum {
    private static final long[] FACTORS = {
        0x9E3779B97F4A7C15L, 0xD1342543DE82EF95L, 0xAF251AF3B0F025B5L, 0xB564EF22EC7AECE5L,
        0xF7C2EBC08F67F2B5L, 0x9FB21C651E98DF25L, 0xE7037ED1A0B428DBL, 0x8EBC6AF09C88C6E3L
    };

    private long rows;
    private long sum;

    /** Adds a row of up to 64 bytes where it lies. */
    void add(long address, int bytes) {
        long mixed = 0;
        for (int at = 0; at < bytes; at += Long.BYTES) {
            mixed += OffHeap.getLong(address + at) * FACTORS[at >>> 3];
        }
        add(mixed);
    }

    /** Adds a row of four columns. */
    void add(long nulls, long a, long b, long c, long d) {
        add(nulls * FACTORS[0] + a * FACTORS[1] + b * FACTORS[2] + c * FACTORS[3] + d * FACTORS[4]);
    }

    /** Adds a row of six columns. */
    void add(long nulls, long a, long b, long c, long d, long e, long f) {
        add(nulls * FACTORS[0]
                + a * FACTORS[1]
                + b * FACTORS[2]
                + c * FACTORS[3]
                + d * FACTORS[4]
                + e * FACTORS[5]
                + f * FACTORS[6]);
    }

    /** Adds a row of seven columns without nulls. */
    void addSeven(long a, long b, long c, long d, long e, long f, long g) {
        add(a * FACTORS[1]
                + b * FACTORS[2]
                + c * FACTORS[3]
                + d * FACTORS[4]
                + e * FACTORS[5]
                + f * FACTORS[6]
                + g * FACTORS[7]);
    }

    private void add(long mixed) {
        rows++;
        sum += Events.scramble(mixed);
    }

    long rows() {
        return rows;
    }

    long sum() {
        return sum;
    }
}
