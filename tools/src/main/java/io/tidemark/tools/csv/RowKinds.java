package io.tidemark.tools.csv;

import io.tidemark.row.RowKind;

/** Kinds of rows by name. */
final class RowKinds {
    private RowKinds() {}

    /** The kind of this name, or null. */
    static RowKind of(String name) {
        for (RowKind kind : RowKind.values()) {
            if (kind.name().equalsIgnoreCase(name)) {
                return kind;
            }
        }
        return null;
    }

    /** Why a text is no kind. */
    static String reason(String text) {
        return "'" + text + "' is not one of INSERT, UPDATE_BEFORE, UPDATE_AFTER and DELETE.";
    }
}
