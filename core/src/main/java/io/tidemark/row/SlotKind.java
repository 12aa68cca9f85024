package io.tidemark.row;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.Problem;
import io.tidemark.error.TidemarkException;

/** Numbers of what a slot can hold, and masks with a bit for each: one shift tells whether a call fits a column. */
final class SlotKind {
    static final int BOOL = 0;
    static final int INT = 1;
    static final int LONG = 2;
    static final int DOUBLE = 3;
    static final int DECIMAL = 4;
    static final int WIDE_DECIMAL = 5;
    static final int TIMESTAMP = 6;
    static final int STRING = 7;
    static final int BINARY = 8;

    static final int MASK_BOOL = 1 << BOOL;
    static final int MASK_LONG = 1 << LONG | 1 << TIMESTAMP | 1 << DECIMAL;
    static final int MASK_DOUBLE = 1 << DOUBLE;
    static final int MASK_DECIMAL = 1 << DECIMAL;
    static final int MASK_WIDE_DECIMAL = 1 << WIDE_DECIMAL;
    static final int MASK_STRING = 1 << STRING;
    static final int MASK_BYTES = 1 << STRING | 1 << BINARY;

    private SlotKind() {}

    static int of(DataType type) {
        return switch (type.kind()) {
            case BOOL -> BOOL;
            case INT -> INT;
            case LONG -> LONG;
            case DOUBLE -> DOUBLE;
            case DECIMAL -> type.isWideDecimal() ? WIDE_DECIMAL : DECIMAL;
            case TIMESTAMP -> TIMESTAMP;
            case STRING -> STRING;
            case BINARY -> BINARY;
        };
    }

    /** A call that does not fit the type of a column. */
    static TidemarkException mismatch(Schema schema, int column) {
        Field field = schema.field(column);
        return new TidemarkException(new Problem(
                ErrorCode.TYPE_MISMATCH,
                "",
                field.name(),
                "Column " + column + " is a " + field.type() + ", and the call is for another type.",
                "Use the method for " + field.type() + "."));
    }

    /** An index that a schema does not have. */
    static TidemarkException unknown(Schema schema, int column) {
        return new TidemarkException(
                ErrorCode.COLUMN_UNKNOWN,
                "There is no column " + column + " in a schema of " + schema.size() + ": " + schema + ".",
                "Use an index of 0 to " + (schema.size() - 1) + ".");
    }
}
