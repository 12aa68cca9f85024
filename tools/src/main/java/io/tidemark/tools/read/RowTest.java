package io.tidemark.tools.read;

import io.tidemark.row.RowView;

/** Whether a row is wanted. */
@FunctionalInterface
public interface RowTest {
    /** All rows are wanted. */
    RowTest ALL = (row, sequence) -> true;

    /**
     * Whether this row is.
     *
     * @param sequence number of its record, negative when it has none
     */
    boolean accepts(RowView row, long sequence);

    /** Whether this test and another one want it. */
    default RowTest and(RowTest other) {
        return this == ALL ? other : (row, sequence) -> accepts(row, sequence) && other.accepts(row, sequence);
    }
}
