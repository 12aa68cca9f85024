package io.tidemark.tools.csv;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.Problem;
import io.tidemark.error.TidemarkException;
import io.tidemark.row.DataType;
import io.tidemark.row.Schema;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Which field of a line belongs to which column of the schema. */
final class ColumnMatch {
    private final int[] fieldOfColumn;
    private final int ingestField;
    private final int kindField;
    private final List<String> fieldNames;

    private ColumnMatch(int[] fieldOfColumn, int ingestField, int kindField, List<String> fieldNames) {
        this.fieldOfColumn = fieldOfColumn;
        this.ingestField = ingestField;
        this.kindField = kindField;
        this.fieldNames = fieldNames;
    }

    /**
     * Refuses settings that name columns which the schema lacks or which are no timestamps. Called before any file is opened.
     *
     * @throws TidemarkException {@code COLUMN_UNKNOWN}, {@code TYPE_MISMATCH} or {@code SETTING_INVALID}
     */
    static void check(ImportSettings settings) {
        Schema schema = settings.schema;
        settings.fileColumns().keySet().forEach(schema::index);
        for (String column : settings.timeFormats().keySet()) {
            if (column.equals(settings.ingestTimeColumn)) {
                continue;
            }
            DataType type = schema.type(schema.index(column));
            if (type.kind() != DataType.Kind.TIMESTAMP) {
                throw new TidemarkException(new Problem(
                        ErrorCode.TYPE_MISMATCH,
                        "",
                        column,
                        "A time format is given for a column of type " + type + ".",
                        "Declare the column as timestamp in the schema, or drop its time format."));
            }
        }
        if (!settings.header
                && (!settings.fileColumns().isEmpty()
                        || !settings.ingestTimeColumn.isEmpty()
                        || !settings.kindColumn.isEmpty())) {
            throw new TidemarkException(
                    ErrorCode.SETTING_INVALID,
                    "Columns of the file are named, but the file is said to have no header.",
                    "Give the columns in the order of the fields in the schema, or let the file have a header.");
        }
    }

    /** The fields stand in the order of the schema. */
    static ColumnMatch inOrder(Schema schema) {
        int[] fields = new int[schema.size()];
        for (int column = 0; column < fields.length; column++) {
            fields[column] = column;
        }
        return new ColumnMatch(fields, -1, -1, schema.names());
    }

    /**
     * The fields are named by the first line.
     *
     * @throws TidemarkException {@code IMPORT_INVALID} when a name stands twice or one that is needed is missing
     */
    static ColumnMatch byHeader(List<String> header, ImportSettings settings) {
        Set<String> seen = new HashSet<>();
        for (String name : header) {
            if (!seen.add(name)) {
                throw new TidemarkException(
                        new Problem(
                                ErrorCode.IMPORT_INVALID,
                                "",
                                name,
                                "The header names this column twice.",
                                "Rename one of the two in the file, or import without header and name the columns in the schema."));
            }
        }
        Schema schema = settings.schema;
        int[] fields = new int[schema.size()];
        for (int column = 0; column < fields.length; column++) {
            String name = schema.field(column).name();
            fields[column] = find(header, settings.fileColumn(name), name);
        }
        int ingest = settings.ingestTimeColumn.isEmpty()
                ? -1
                : find(header, settings.ingestTimeColumn, settings.ingestTimeColumn);
        int kind = settings.kindColumn.isEmpty() ? -1 : find(header, settings.kindColumn, settings.kindColumn);
        return new ColumnMatch(fields, ingest, kind, header);
    }

    private static int find(List<String> header, String fileColumn, String column) {
        int field = header.indexOf(fileColumn);
        if (field < 0) {
            throw new TidemarkException(new Problem(
                    ErrorCode.IMPORT_INVALID,
                    "",
                    fileColumn,
                    "The header has no column of this name, it has " + String.join(", ", header) + ".",
                    "Name the column as the header does, or say which column of the file it is: " + column
                            + "=NAME. If the first line is no header, import without header."));
        }
        return field;
    }

    /** Number of fields that every line must have. */
    int fieldCount() {
        return fieldNames.size();
    }

    /** Names of the fields in order. */
    List<String> fieldNames() {
        return fieldNames;
    }

    /** The field that holds a column of the schema. */
    int field(int column) {
        return fieldOfColumn[column];
    }

    /** The field that holds the ingest time, or -1. */
    int ingestField() {
        return ingestField;
    }

    /** The field that holds the kind of a row, or -1. */
    int kindField() {
        return kindField;
    }

    /** Names of the fields that nothing takes. */
    List<String> ignored() {
        List<String> ignored = new ArrayList<>(fieldNames);
        for (int field : fieldOfColumn) {
            ignored.remove(fieldNames.get(field));
        }
        if (ingestField >= 0) {
            ignored.remove(fieldNames.get(ingestField));
        }
        if (kindField >= 0) {
            ignored.remove(fieldNames.get(kindField));
        }
        return ignored;
    }
}
