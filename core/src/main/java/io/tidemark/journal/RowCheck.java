package io.tidemark.journal;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.Problem;
import io.tidemark.error.TidemarkException;
import io.tidemark.row.Field;
import io.tidemark.row.RowView;
import io.tidemark.row.Schema;
import java.util.Objects;

/**
 * Checks rows before they are appended: the schema is that of the journal, and no column that may not be null is null. Costs one
 * comparison of references and one of null bits per 64 columns. One thread.
 */
public final class RowCheck {
    private final String journal;
    private final Schema schema;
    private Schema known;

    /**
     * A check for one journal.
     *
     * @param journal name for messages
     */
    public RowCheck(String journal, Schema schema) {
        this.journal = Objects.requireNonNull(journal, "journal");
        this.schema = Objects.requireNonNull(schema, "schema");
        this.known = schema;
    }

    /**
     * Returns when the row may be appended.
     *
     * @throws TidemarkException {@code SCHEMA_MISMATCH}, {@code NULL_NOT_ALLOWED} naming the column, {@code QUERY_STATE_INVALID} when
     *     the view holds no row
     */
    public void check(RowView row) {
        if (row.schema() != known) {
            look(row.schema());
        }
        int missing = schema.missingValue(row);
        if (missing >= 0) {
            throw isNull(schema.field(missing));
        }
    }

    private void look(Schema rows) {
        if (rows == null) {
            throw new TidemarkException(
                    ErrorCode.QUERY_STATE_INVALID,
                    "The view that is appended to journal '" + journal + "' holds no row.",
                    "Append a view during the call it was handed to.");
        }
        if (!schema.equals(rows)) {
            throw new TidemarkException(
                    ErrorCode.SCHEMA_MISMATCH,
                    "Journal '" + journal + "' takes rows of (" + schema + "), not of (" + rows + ").",
                    "Fill a row of the journal's schema.");
        }
        known = rows;
    }

    private TidemarkException isNull(Field field) {
        return new TidemarkException(new Problem(
                ErrorCode.NULL_NOT_ALLOWED,
                "",
                field.name(),
                "The column of journal '" + journal + "' may not be null, and the row has no value for it.",
                "Set the column, or declare it without 'not null'."));
    }
}
