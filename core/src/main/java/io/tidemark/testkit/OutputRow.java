package io.tidemark.testkit;

import io.tidemark.journal.MemoryJournal;
import io.tidemark.row.RowKind;
import io.tidemark.row.RowView;
import io.tidemark.row.Schema;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;

/**
 * A row that came out, as objects.
 *
 * @param sequence its number in the output, from 0 on
 * @param kind what it does to the result
 * @param schema its columns
 * @param values one value per column, as {@link RowView#get} gives them; nulls are included
 */
public record OutputRow(long sequence, RowKind kind, Schema schema, List<Object> values) {
    /** Copies the values. */
    public OutputRow {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(schema, "schema");
        values = Collections.unmodifiableList(new ArrayList<>(values));
    }

    /**
     * Value of a column, or null.
     *
     * @throws io.tidemark.error.TidemarkException {@code COLUMN_UNKNOWN} naming the columns there are
     */
    public Object get(String column) {
        return values.get(schema.index(column));
    }

    /** Names and values, as a {@link RowView} shows them. */
    @Override
    public String toString() {
        return text(schema, values);
    }

    /** The rows of a journal from a position on. */
    static List<OutputRow> read(MemoryJournal journal, long from) {
        List<OutputRow> rows = new ArrayList<>();
        RowView view = new RowView();
        for (long position = from; position < journal.size(); position++) {
            journal.read(position, view);
            rows.add(new OutputRow(journal.sequence(position), view.kind(), view.schema(), values(view)));
        }
        return rows;
    }

    static List<Object> values(RowView row) {
        List<Object> values = new ArrayList<>();
        for (int column = 0; column < row.schema().size(); column++) {
            values.add(row.get(column));
        }
        return values;
    }

    static String text(Schema schema, List<Object> values) {
        StringBuilder text = new StringBuilder("{");
        for (int column = 0; column < values.size(); column++) {
            text.append(column == 0 ? "" : ", ")
                    .append(schema.field(column).name())
                    .append('=')
                    .append(text(values.get(column)));
        }
        return text.append('}').toString();
    }

    private static String text(Object value) {
        if (value instanceof BigDecimal decimal) {
            return decimal.toPlainString();
        }
        return value instanceof byte[] bytes ? HexFormat.of().formatHex(bytes) : String.valueOf(value);
    }
}
