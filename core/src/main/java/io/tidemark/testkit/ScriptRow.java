package io.tidemark.testkit;

import io.tidemark.journal.MemoryJournal;
import io.tidemark.row.RowKind;
import java.util.List;

/**
 * One row of a script.
 *
 * @param kind its kind, or null where the script says none
 * @param ingestTimeNs its ingest time, or null where the script says none
 * @param values one value per column of the schema, null where the script does not name the column
 */
record ScriptRow(RowKind kind, Long ingestTimeNs, List<Object> values) {
    /** Appends it to an input. */
    void appendTo(MemoryJournal journal, long otherwiseNs) {
        if (!journal.recordsIngestTime()) {
            journal.appendValues(values.toArray());
        } else {
            journal.appendValuesAt(ingestTimeNs == null ? otherwiseNs : ingestTimeNs, values.toArray());
        }
    }
}
