package io.tidemark.operator.reference;

import io.tidemark.journal.MemoryJournal;
import io.tidemark.row.RowKind;
import io.tidemark.row.RowView;
import io.tidemark.row.RowWriter;

/** Appends rows of any kind to a journal of longs and texts. */
final class KindedRows {
    private KindedRows() {}

    static void append(MemoryJournal journal, RowKind kind, Object... values) {
        try (RowWriter row = new RowWriter()) {
            row.start(journal.schema());
            for (int column = 0; column < values.length; column++) {
                if (values[column] instanceof String text) {
                    row.setString(column, text);
                } else if (values[column] != null) {
                    row.setLong(column, (Long) values[column]);
                }
            }
            journal.append(row.finish().origin(0, RowView.NO_INGEST_TIME, kind));
        }
    }
}
