package io.tidemark.function;

import io.tidemark.row.RowWriter;

/** Takes the rows that a {@link KeyedFunction} brings out. */
public interface RowOutput {
    /** Begins a row of the output's columns, all null. */
    RowWriter begin();

    /**
     * Brings out the row that was begun.
     *
     * @throws io.tidemark.error.TidemarkException {@code ROW_BEFORE_WATERMARK} when its event time is late for what stands below or missing;
     *     {@code NULL_NOT_ALLOWED}
     */
    void emit();
}
