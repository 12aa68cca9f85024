package io.tidemark.tools.query;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.journal.JournalSink;
import io.tidemark.journal.JournalWriter;
import io.tidemark.row.Schema;

/**
 * A sink of which only the name is known, such as a callback.
 *
 * @param name name by which the query knows it
 */
record UnreadSink(String name) implements JournalSink {
    @Override
    public JournalWriter openWriter(Schema schema) {
        throw new TidemarkException(
                ErrorCode.QUERY_STATE_INVALID,
                "Of the sink '" + name + "' only the name is known.",
                "Report this as a defect: the command was to write nothing.");
    }
}
