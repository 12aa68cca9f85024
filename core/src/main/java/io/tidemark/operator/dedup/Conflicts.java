package io.tidemark.operator.dedup;

import java.util.List;

/**
 * Which columns tell a copy of a row from another row under the same key.
 *
 * @param wanted whether they are looked at
 * @param columns their names; empty for all that are not keys
 */
public record Conflicts(boolean wanted, List<String> columns) {
    /** A row with the key of another is a copy of it, whatever else it says. */
    public static final Conflicts IGNORED = new Conflicts(false, List.of());

    /** Copies the names. */
    public Conflicts {
        columns = List.copyOf(columns);
    }

    @Override
    public String toString() {
        return !wanted ? "ignored" : columns.isEmpty() ? "on all other columns" : "on " + columns;
    }
}
