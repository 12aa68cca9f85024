package io.tidemark.row;

/** What a row does to the result it belongs to. The ordinal is stored in journal records: never reorder. */
public enum RowKind {
    /** A new row. */
    INSERT,
    /** Takes back the old value of a row that is about to change. */
    UPDATE_BEFORE,
    /** The new value of a row. */
    UPDATE_AFTER,
    /** Takes a row back. */
    DELETE;

    private static final RowKind[] VALUES = values();

    /** The kind with this ordinal. */
    public static RowKind of(int ordinal) {
        return VALUES[ordinal];
    }
}
