package io.tidemark;

import io.tidemark.operator.reference.ReferenceJoin;
import java.util.List;
import java.util.Objects;

/** The rows of a stream as a table that other streams are joined with. Immutable; nothing is checked before the query is built. */
public final class ReferenceTable {
    private final StreamFrame rows;
    private final List<String> keys;
    private final String version;
    private final long maxRows;

    ReferenceTable(StreamFrame rows, List<String> keys) {
        this(rows, keys, "", ReferenceJoin.UNLIMITED);
    }

    private ReferenceTable(StreamFrame rows, List<String> keys, String version, long maxRows) {
        this.rows = rows;
        this.keys = List.copyOf(keys);
        this.version = version;
        this.maxRows = maxRows;
    }

    /** Adds a column to what is joined with a row of the table: the position of that row in its source; null without a partner. */
    public ReferenceTable withVersion(String column) {
        return new ReferenceTable(rows, keys, Objects.requireNonNull(column, "column"), maxRows);
    }

    /**
     * Declares how many rows the table has at most. One more stops the query with {@code STATE_LIMIT_EXCEEDED}; with a greater number it goes on where it
     * stopped.
     */
    public ReferenceTable maxRows(long newMaxRows) {
        return new ReferenceTable(rows, keys, version, newMaxRows);
    }

    StreamFrame rows() {
        return rows;
    }

    List<String> keys() {
        return keys;
    }

    String version() {
        return version;
    }

    long maxRows() {
        return maxRows;
    }
}
