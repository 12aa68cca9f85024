package io.tidemark.benchmarks.throughput;

import io.tidemark.row.RowWriter;
import io.tidemark.row.Schema;

/**
 * Row i as a pure function of i: 1 ms mean spacing, one row in eight up to 2 s late and the rest up to 8 ms, keys by the square of a
 * uniform number, amounts that are multiples of 1/4 so that sums of doubles are exact in any order. 64 bytes a row.
 */
final class TradeGenerator {
    static final Schema SCHEMA = Schema.parse(
            "ts timestamp not null, k long not null, amount double not null, a long, b long, c long, d long");

    private static final long MILLI = 1_000_000;

    private final long keys;

    TradeGenerator(long keys) {
        this.keys = keys;
    }

    long time(long i) {
        long random = mix(i);
        long back = (random & 7) == 0 ? (random >>> 8) % 2000 : (random >>> 8) % 9;
        return (i - back + 2_000) * MILLI;
    }

    long key(long i) {
        double uniform = (mix(i + 0x5DEECE66DL) >>> 11) * 0x1.0p-53;
        return (long) (uniform * uniform * keys);
    }

    double amount(long i) {
        return (mix(i ^ 0x2545F4914F6CDD1DL) & 4095) * 0.25;
    }

    void write(long i, RowWriter row) {
        row.setLong(0, time(i));
        row.setLong(1, key(i));
        row.setDouble(2, amount(i));
        row.setLong(3, i);
        row.setLong(4, i);
        row.setLong(5, i);
        row.setLong(6, i);
    }

    private static long mix(long value) {
        long z = value * 0x9E3779B97F4A7C15L;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }
}
