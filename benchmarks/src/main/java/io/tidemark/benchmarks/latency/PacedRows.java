package io.tidemark.benchmarks.latency;

import io.tidemark.row.RowWriter;
import io.tidemark.row.Schema;

/**
 * Row i as a function of i and the moment at which it is meant to be sent. Event time runs 60 times as fast as the clock, so that a minute of it is complete
 * each second; one row in eight is up to 2 s of event time late, the rest up to 8 ms. Keys go by the square of a uniform number. 64 bytes a row.
 */
final class PacedRows {
    static final Schema SCHEMA = Schema.parse(
            "ts timestamp not null, k long not null, amount double not null, sent long not null, a long, b long, c long");

    /** Column with the sending time. */
    static final int SENT = 3;

    private static final long MILLI = 1_000_000;
    private static final long START = 1_700_000_000_000_000_000L;
    private static final double EVENT_NANOS_PER_SECOND = 60e9;

    private final long stepNs;
    private final long keys;

    PacedRows(long rate, long keys) {
        this.stepNs = Math.max(1, (long) (EVENT_NANOS_PER_SECOND / rate));
        this.keys = keys;
    }

    void write(long i, long sentNs, RowWriter row) {
        long random = mix(i);
        long back = (random & 7) == 0 ? (random >>> 8) % 2000 : (random >>> 8) % 9;
        double uniform = (mix(i + 0x5DEECE66DL) >>> 11) * 0x1.0p-53;
        row.setLong(0, START + i * stepNs - back * MILLI);
        row.setLong(1, (long) (uniform * uniform * keys));
        row.setDouble(2, (random >>> 20 & 4095) * 0.25);
        row.setLong(SENT, sentNs);
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
