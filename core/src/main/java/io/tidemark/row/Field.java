package io.tidemark.row;

import java.util.Objects;

/**
 * Name and type of a column. Every column may hold nulls unless it says otherwise.
 *
 * @param name name, unique in its schema
 * @param type type
 * @param nullable whether a null may be stored
 */
public record Field(String name, DataType type, boolean nullable) {
    /** Checks that nothing is null. */
    public Field {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(type, "type");
    }

    /** Name and type as {@link Schema#parse} reads them. */
    @Override
    public String toString() {
        return SchemaText.quoted(name) + " " + type + (nullable ? "" : " not null");
    }
}
