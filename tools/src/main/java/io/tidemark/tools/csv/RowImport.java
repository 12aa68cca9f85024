package io.tidemark.tools.csv;

import de.siegmar.fastcsv.reader.CsvRecord;
import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.row.Field;
import io.tidemark.row.RowKind;
import io.tidemark.row.RowWriter;
import java.util.function.LongSupplier;

/** Turns one record of the file into one row of the target. */
final class RowImport {
    private final ImportSettings settings;
    private final ColumnMatch columns;
    private final ImportTarget target;
    private final ValueParser[] parsers;

    RowImport(ImportSettings settings, ColumnMatch columns, ImportTarget target) {
        this.settings = settings;
        this.columns = columns;
        this.target = target;
        parsers = new ValueParser[settings.schema.size()];
        for (int column = 0; column < parsers.length; column++) {
            Field field = settings.schema.field(column);
            parsers[column] = new ValueParser(field, column, settings.timeFormat(field.name()));
        }
    }

    /** Stores the row and returns null, or returns the reason why it was not stored. */
    String store(CsvRecord record, LongSupplier ingestClockNs) {
        if (record.getFieldCount() != columns.fieldCount()) {
            return "the row has " + record.getFieldCount() + (record.getFieldCount() == 1 ? " field" : " fields")
                    + " instead of " + columns.fieldCount() + ".";
        }
        RowWriter row = target.begin();
        try {
            for (int column = 0; column < parsers.length; column++) {
                String reason = set(record, column, row);
                if (reason != null) {
                    return reason;
                }
            }
            return commit(record, ingestClockNs);
        } catch (TidemarkException e) {
            if (e.code() == ErrorCode.ROW_TOO_LARGE) {
                return e.problems().get(0).toString();
            }
            throw e;
        }
    }

    private String set(CsvRecord record, int column, RowWriter row) {
        String text = text(record, columns.field(column));
        Field field = settings.schema.field(column);
        if (text.equals(settings.nullText) && !EmptyText.is(record.getField(columns.field(column)), field.type())) {
            return field.nullable() ? null : "column '" + field.name() + "' is null and declared not null.";
        }
        try {
            parsers[column].parse(text, row);
            return null;
        } catch (InvalidValueException e) {
            return ValueParser.reason(field.name(), text, e);
        }
    }

    private String commit(CsvRecord record, LongSupplier ingestClockNs) {
        RowKind kind = RowKind.INSERT;
        if (columns.kindField() >= 0) {
            String text = text(record, columns.kindField());
            kind = RowKinds.of(text);
            if (kind == null) {
                return "column '" + settings.kindColumn + "': " + RowKinds.reason(text);
            }
        }
        int field = columns.ingestField();
        if (field < 0) {
            target.commit(ingestClockNs.getAsLong(), kind);
            return null;
        }
        String name = settings.ingestTimeColumn;
        String text = text(record, field);
        if (text.equals(settings.nullText)) {
            return "column '" + name + "' is null and holds the ingest time.";
        }
        try {
            target.commit(settings.timeFormat(name).parseNs(text), kind);
            return null;
        } catch (InvalidValueException e) {
            return ValueParser.reason(name, text, e);
        }
    }

    private String text(CsvRecord record, int field) {
        String text = record.getField(field);
        return settings.trim ? text.strip() : text;
    }
}
