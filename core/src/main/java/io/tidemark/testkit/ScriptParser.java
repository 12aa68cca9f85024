package io.tidemark.testkit;

import io.tidemark.expr.Spans;
import io.tidemark.row.DataType;
import io.tidemark.row.RowKind;
import io.tidemark.row.Schema;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Reads the text of a {@link RowScript}. */
final class ScriptParser {
    /** Names columns that are not of the row, in a header. */
    static final String KIND = "(kind)";

    static final String INGEST = "(ingest)";

    private static final int KIND_COLUMN = -1;
    private static final int INGEST_COLUMN = -2;

    private final Schema schema;
    private final CellText cells;
    private final List<List<ScriptCell>> lines = new ArrayList<>();

    ScriptParser(Schema schema, CellText cells, String text) {
        this.schema = schema;
        this.cells = cells;
        int number = 0;
        for (String line : text.split("\\R", -1)) {
            number++;
            if (!line.isBlank() && line.strip().charAt(0) != '#') {
                lines.add(ScriptCell.split(line, number));
            }
        }
    }

    /** Columns that the first line names, in its order; the rows are the lines after it. */
    int[] header() {
        if (lines.isEmpty()) {
            throw ScriptCell.at(1, 1, "there is no header", "Name the columns in the first line: " + names() + ".");
        }
        List<ScriptCell> header = lines.remove(0);
        int[] columns = new int[header.size()];
        for (int i = 0; i < columns.length; i++) {
            int column = column(header.get(i));
            if (Arrays.stream(columns, 0, i).anyMatch(one -> one == column)) {
                throw header.get(i).wrong("'" + header.get(i).text() + "' is named twice", "Name each column once.");
            }
            columns[i] = column;
        }
        return columns;
    }

    /** All columns of the schema in its order, for rows without a header. */
    int[] all() {
        int[] columns = new int[schema.size()];
        Arrays.setAll(columns, column -> column);
        return columns;
    }

    /** The lines that are left, as rows of these columns. */
    List<ScriptRow> rows(int[] columns) {
        return lines.stream().map(line -> row(line, columns)).toList();
    }

    /** Whether a row's kind is among these columns. */
    static boolean namesKind(int[] columns) {
        return Arrays.stream(columns).anyMatch(column -> column == KIND_COLUMN);
    }

    /** Whether a row's ingest time is among these columns. */
    static boolean namesIngest(int[] columns) {
        return Arrays.stream(columns).anyMatch(column -> column == INGEST_COLUMN);
    }

    private int column(ScriptCell cell) {
        if (!cell.quoted() && cell.text().equals(KIND)) {
            return KIND_COLUMN;
        } else if (!cell.quoted() && cell.text().equals(INGEST)) {
            return INGEST_COLUMN;
        }
        int column = schema.indexOf(cell.text());
        if (column < 0) {
            throw cell.wrong("there is no column '" + cell.text() + "'", "Use some of " + names() + ".");
        }
        return column;
    }

    private String names() {
        return schema.names() + ", " + KIND + " or " + INGEST;
    }

    private ScriptRow row(List<ScriptCell> line, int[] columns) {
        if (line.size() != columns.length) {
            ScriptCell last = line.get(Math.min(line.size(), columns.length + 1) - 1);
            throw last.wrong(
                    "the row has " + line.size() + " cells and needs " + columns.length,
                    "Write one cell per column; a text with a comma stands in quotes.");
        }
        RowKind kind = null;
        Long ingest = null;
        Object[] values = new Object[schema.size()];
        for (int i = 0; i < columns.length; i++) {
            ScriptCell cell = line.get(i);
            if (columns[i] == KIND_COLUMN) {
                kind = kind(cell);
            } else if (columns[i] == INGEST_COLUMN) {
                ingest = ingest(cell);
            } else {
                values[columns[i]] = value(cell, columns[i]);
            }
        }
        return new ScriptRow(kind, ingest, Arrays.asList(values));
    }

    private Object value(ScriptCell cell, int column) {
        Object value = read(cell, "'" + schema.field(column).name() + "'", schema.type(column));
        if (value == null && !schema.field(column).nullable()) {
            throw cell.wrong("'" + schema.field(column).name() + "' may not be null", "Give it a value.");
        }
        return value;
    }

    private Object read(ScriptCell cell, String name, DataType type) {
        try {
            return cells.read(type, cell.text(), cell.quoted());
        } catch (IllegalArgumentException e) {
            throw cell.wrong(
                    name + ": '" + cell.text() + "' " + e.getMessage(), "Write a " + type + ", or null for no value.");
        }
    }

    private Long ingest(ScriptCell cell) {
        Object time = read(cell, INGEST, DataType.TIMESTAMP);
        return time == null ? null : Spans.nanos(Duration.between(Instant.EPOCH, (Instant) time), "ingest time");
    }

    private static RowKind kind(ScriptCell cell) {
        try {
            return RowKind.valueOf(cell.text());
        } catch (IllegalArgumentException e) {
            throw cell.wrong(
                    "'" + cell.text() + "' is no kind of row", "Use one of " + Arrays.toString(RowKind.values()) + ".");
        }
    }
}
