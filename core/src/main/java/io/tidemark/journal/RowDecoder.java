package io.tidemark.journal;

import io.tidemark.row.RowWriter;
import org.agrona.DirectBuffer;

/**
 * Turns the bytes of a foreign record into a row. The row was started: set its columns. One thread; nothing should be allocated.
 */
@FunctionalInterface
public interface RowDecoder {
    /** The record became a row. */
    String ROW = null;
    /** The record is none of ours and is passed over without being counted as a row. */
    String SKIP = "";

    /**
     * Decodes one record.
     *
     * @param buffer where the record lies, valid during the call
     * @param offset first byte of the record
     * @param length bytes of the record
     * @param row takes the values
     * @return {@link #ROW}, {@link #SKIP}, or the reason why the record is invalid, as a constant text
     */
    String decode(DirectBuffer buffer, int offset, int length, RowWriter row);
}
