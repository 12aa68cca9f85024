package io.tidemark.testkit;

import io.tidemark.journal.MemoryJournal;
import io.tidemark.memory.OffHeap;
import io.tidemark.operator.DropReason;
import io.tidemark.row.RowView;
import io.tidemark.row.Schema;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;

/**
 * A row that went no further.
 *
 * @param reason why
 * @param operator uid of the operator that dropped it, or name of the source
 * @param source name of the input that it, or the row that caused it, was read from
 * @param position place of that row in its input, from 0 on
 * @param watermark watermark by which it was dropped, or null where there was none
 * @param detail what is wrong with it, or empty
 * @param schema columns that it had there
 * @param values one value per column; none where the row was too long to be stored
 */
public record DroppedRow(
        DropReason reason,
        String operator,
        String source,
        long position,
        Instant watermark,
        String detail,
        Schema schema,
        List<Object> values) {
    /** Copies the values. */
    public DroppedRow {
        Objects.requireNonNull(reason, "reason");
        values = Collections.unmodifiableList(new ArrayList<>(values));
    }

    /** Value of a column, or null. */
    public Object get(String column) {
        return values.get(schema.index(column));
    }

    /** Reason, operator, place and row, for people. */
    @Override
    public String toString() {
        return reason + " in " + operator + ": row " + position + " of " + source + " " + OutputRow.text(schema, values)
                + (watermark == null ? "" : " at watermark " + watermark) + (detail.isEmpty() ? "" : ": " + detail);
    }

    /** The rows of a journal that dropped rows were routed to. */
    static List<DroppedRow> read(MemoryJournal journal) {
        List<DroppedRow> rows = new ArrayList<>();
        RowView view = new RowView();
        for (long position = 0; position < journal.size(); position++) {
            rows.add(of(journal.read(position, view)));
        }
        return rows;
    }

    private static DroppedRow of(RowView record) {
        Schema schema = Schema.parse(record.getString(column(record, "row_schema")));
        byte[] row = (byte[]) record.get(column(record, "row"));
        String detail = record.getString(column(record, "detail"));
        return new DroppedRow(
                DropReason.valueOf(record.getString(column(record, "reason"))),
                record.getString(column(record, "operator")),
                record.getString(column(record, "source")),
                record.getLong(column(record, "position")),
                record.getTimestamp(column(record, "watermark")),
                detail == null ? "" : detail,
                schema,
                row.length == 0 ? List.of() : values(schema, row));
    }

    private static int column(RowView record, String name) {
        return record.schema().index(name);
    }

    private static List<Object> values(Schema schema, byte[] row) {
        long address = OffHeap.allocate(row.length);
        try {
            OffHeap.copyIn(row, 0, address, row.length);
            return OutputRow.values(new RowView().wrap(schema, address, row.length));
        } finally {
            OffHeap.free(address);
        }
    }
}
