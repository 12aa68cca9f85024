package io.tidemark.chronicle;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.row.RowWriter;

/**
 * Takes the rows that the user's implementation of an interface makes from the method calls of one document.
 *
 * <p>To be used within those calls only, on the thread that polls the reader.
 */
public final class MethodRows {
    private final RowBatch rows;
    private String invalid;

    MethodRows(RowBatch rows) {
        this.rows = rows;
    }

    /** Starts a row with all columns null; one that was begun and not emitted is dropped. */
    public RowWriter begin() {
        return rows.begin();
    }

    /**
     * Completes the row that was begun. A document may give any number of rows; they are handed over together, in order.
     *
     * @throws TidemarkException {@code QUERY_STATE_INVALID} when no row was begun
     */
    public void emit() {
        if (!rows.complete()) {
            throw new TidemarkException(ErrorCode.QUERY_STATE_INVALID, "No row was begun.", "Call begin before emit.");
        }
    }

    /** Declares the whole document invalid for a reason, a constant text; none of its rows is handed over. */
    public void invalid(String reason) {
        invalid = reason;
    }

    String takeInvalid() {
        String reason = invalid;
        invalid = null;
        return reason;
    }
}
