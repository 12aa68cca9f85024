package io.tidemark.benchmarks.scaling;

import io.tidemark.row.RowWriter;
import io.tidemark.row.Schema;

/**
 * Rows by their place: the first ones bring each key once, the others a random one; or each row brings a key of its own.
 *
 * @param keys number of keys; 0 for a key of its own for each row
 * @param stepNs event time from one row to the next
 */
public record RowPlan(long keys, long stepNs) {
    /** Columns of the rows. */
    public static final Schema SCHEMA = Schema.parse("ts timestamp not null, k long not null, v long not null");

    /** Key of the row at a place. */
    public long key(long place) {
        return Mix.of(place < keys || keys == 0 ? place : Mix.below(place, keys));
    }

    /** Value of the row at a place. */
    public static long value(long place) {
        return place & 1023;
    }

    /** Fills a started row. */
    public void write(long place, RowWriter row) {
        row.setLong(0, place * stepNs);
        row.setLong(1, key(place));
        row.setLong(2, value(place));
    }
}
