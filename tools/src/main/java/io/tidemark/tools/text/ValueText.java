package io.tidemark.tools.text;

import io.tidemark.row.BytesView;
import io.tidemark.row.RowView;
import java.util.HexFormat;

/** One value as text, such as the import reads it. */
public final class ValueText {
    private ValueText() {}

    /** The text of a value, null when the value is null. */
    public static String of(RowView row, int column) {
        if (row.isNull(column)) {
            return null;
        }
        return switch (row.schema().type(column).kind()) {
            case BOOL -> Boolean.toString(row.getBool(column));
            case INT, LONG -> Long.toString(row.getLong(column));
            case DOUBLE -> Double.toString(row.getDouble(column));
            case DECIMAL -> row.getDecimal(column).toPlainString();
            case TIMESTAMP -> TimeText.of(row.getLong(column));
            case STRING -> row.getString(column);
            case BINARY ->
                HexFormat.of().formatHex(row.getBytes(column, new BytesView()).toByteArray());
        };
    }

    /** {@code 0x4d3e00000007}. */
    public static String index(long position) {
        return "0x" + Long.toHexString(position);
    }

    /** The ingest time, null when the record has none. */
    static String ingestTime(RowView row) {
        return row.ingestTimeNs() == RowView.NO_INGEST_TIME ? null : TimeText.of(row.ingestTimeNs());
    }
}
