package io.tidemark.tools.read;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.Problem;
import io.tidemark.error.TidemarkException;
import io.tidemark.row.DataType;
import io.tidemark.row.Field;
import io.tidemark.row.Schema;
import java.util.List;

/** The column with the event time of rows: the one that is named, or the only one of that type. */
public final class TimeColumn {
    private TimeColumn() {}

    /**
     * Its index.
     *
     * @param name its name, or null
     * @throws TidemarkException {@code COLUMN_UNKNOWN}, {@code TYPE_MISMATCH}, {@code SETTING_INVALID} when none is named and there are none or several
     */
    public static int of(Schema schema, String name) {
        if (name != null) {
            int column = schema.index(name);
            DataType type = schema.type(column);
            if (type.kind() != DataType.Kind.TIMESTAMP) {
                throw new TidemarkException(new Problem(
                        ErrorCode.TYPE_MISMATCH,
                        "",
                        name,
                        "The column is " + type + ", not timestamp.",
                        "Name one of " + names(schema) + ", or write a --filter with a cast."));
            }
            return column;
        }
        int only = only(schema);
        if (only < 0) {
            throw new TidemarkException(
                    ErrorCode.SETTING_INVALID,
                    "The journal has " + names(schema).size() + " columns of type timestamp: " + names(schema) + ".",
                    names(schema).isEmpty()
                            ? "Ask for the time of writing, with --from-written and --to-written."
                            : "Say which one is meant: --time-column NAME.");
        }
        return only;
    }

    /** Index of the only column with a time, or -1. */
    public static int only(Schema schema) {
        List<String> names = names(schema);
        return names.size() == 1 ? schema.index(names.get(0)) : -1;
    }

    private static List<String> names(Schema schema) {
        return schema.fields().stream()
                .filter(field -> field.type().kind() == DataType.Kind.TIMESTAMP)
                .map(Field::name)
                .toList();
    }
}
