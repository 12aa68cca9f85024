package io.tidemark.chronicle;

import io.tidemark.journal.MemoryJournal;
import io.tidemark.journal.RecordHandler;
import io.tidemark.row.RowKind;
import io.tidemark.row.RowView;
import io.tidemark.row.RowWriter;
import io.tidemark.row.Schema;

/**
 * The rows of one document, kept until it is known that all of it is valid. The last row stays in its writer, so a document of
 * one row is not copied. One thread; nothing is allocated once the buffers have grown.
 */
final class RowBatch implements AutoCloseable {
    static final String MISSING_VALUE = "A column that may not be null has no value.";

    private static final int NONE = -1;

    private final Schema schema;
    private final int ingestTimeColumn;
    private final RowWriter writer = new RowWriter();
    private final RowView view = new RowView();
    private MemoryJournal earlier;
    private boolean begun;
    private boolean complete;
    private String fault;

    /** @param ingestTimeColumn index of the column with the ingest time, or -1 */
    RowBatch(Schema schema, int ingestTimeColumn) {
        this.schema = schema;
        this.ingestTimeColumn = ingestTimeColumn;
    }

    /** Forgets all rows. */
    void clear() {
        begun = false;
        complete = false;
        fault = null;
        if (earlier != null) {
            earlier.reset();
        }
    }

    /** Starts a row; one that was begun and not completed is dropped. */
    RowWriter begin() {
        if (complete) {
            keep();
        }
        begun = true;
        complete = false;
        return writer.start(schema);
    }

    /** Completes the row that was begun. */
    boolean complete() {
        boolean wasBegun = begun;
        begun = false;
        complete |= wasBegun;
        if (wasBegun && fault == null) {
            fault = schema.missingValue(writer.finish()) < 0 ? null : MISSING_VALUE;
        }
        return wasBegun;
    }

    /** Why the rows cannot be delivered, or null. */
    String fault() {
        return fault;
    }

    /** Hands over all completed rows in order. */
    void deliver(RecordHandler handler, long position) {
        for (long row = 0; earlier != null && row < earlier.size(); row++) {
            handler.onRow(withOrigin(earlier.read(row, view), position));
        }
        if (complete) {
            handler.onRow(withOrigin(writer.finish(), position));
        }
    }

    /** Takes the rows away from the views that were handed over. */
    void release() {
        view.unwrap();
        writer.row().unwrap();
    }

    @Override
    public void close() {
        writer.close();
        if (earlier != null) {
            earlier.close();
        }
    }

    private void keep() {
        if (earlier == null) {
            earlier = MemoryJournal.of("rows of a document", schema);
        }
        earlier.append(writer);
    }

    private RowView withOrigin(RowView row, long position) {
        long ingestTimeNs = ingestTimeColumn == NONE || row.isNull(ingestTimeColumn)
                ? RowView.NO_INGEST_TIME
                : row.getLong(ingestTimeColumn);
        return row.origin(position, ingestTimeNs, RowKind.INSERT);
    }
}
