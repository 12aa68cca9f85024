package io.tidemark.operator.reference;

import io.tidemark.operator.reference.ReferenceJoin.Type;
import io.tidemark.row.RowKind;
import java.util.ArrayList;
import java.util.List;

/** A join with a table by going through a list: the reference that the operator is compared with. */
final class PlainTable {
    private final List<Integer> key;
    private final int joinColumn;
    private final Type type;
    private final boolean conditioned;
    private final List<Version> rows = new ArrayList<>();

    /** Rows that were dropped for a null key, on either side. */
    long nullKeys;
    /** Rows of the stream without a partner where one is needed, and rows that take back what is not there. */
    long noPartners;

    private record Version(List<Object> values, long position) {}

    /**
     * A table.
     *
     * @param key columns of the key, none for all rows
     * @param joinColumn column that equals column 0 of the stream
     * @param conditioned whether column 1 of the stream has to be at least column 2 of the table
     */
    PlainTable(List<Integer> key, int joinColumn, Type type, boolean conditioned) {
        this.key = key;
        this.joinColumn = joinColumn;
        this.type = type;
        this.conditioned = conditioned;
    }

    void change(RowKind kind, List<Object> values, long position) {
        if (key.stream().anyMatch(column -> values.get(column) == null)) {
            nullKeys++;
            return;
        }
        boolean takesBack = kind == RowKind.DELETE || kind == RowKind.UPDATE_BEFORE;
        boolean hidden = values.get(joinColumn) == null;
        if (key.isEmpty()) {
            changeAll(takesBack, hidden, values, position);
            return;
        }
        rows.removeIf(
                row -> key.stream().allMatch(column -> row.values.get(column).equals(values.get(column))));
        if (!takesBack && hidden) {
            nullKeys++;
        } else if (!takesBack) {
            rows.add(new Version(values, position));
        }
    }

    private void changeAll(boolean takesBack, boolean hidden, List<Object> values, long position) {
        if (hidden) {
            nullKeys++;
        } else if (!takesBack) {
            rows.add(new Version(values, position));
        } else {
            for (Version row : rows) {
                if (row.values.equals(values)) {
                    rows.remove(row);
                    return;
                }
            }
            noPartners++;
        }
    }

    /** What a row of the stream brings out. */
    List<List<Object>> join(List<Object> row) {
        List<List<Object>> out = new ArrayList<>();
        for (Version version : rows) {
            if (row.get(0) != null && row.get(0).equals(version.values.get(joinColumn)) && holds(row, version)) {
                List<Object> both = new ArrayList<>(row);
                both.addAll(version.values);
                both.add(version.position);
                out.add(both);
            }
        }
        boolean found = !out.isEmpty();
        if (!found && (type == Type.INNER || type == Type.LEFT_SEMI)) {
            nullKeys += row.get(0) == null ? 1 : 0;
            noPartners += row.get(0) == null ? 0 : 1;
        }
        return switch (type) {
            case INNER -> out;
            case LEFT_OUTER -> found ? out : List.of(alone(row));
            case LEFT_SEMI -> found ? List.of(row) : List.of();
            case LEFT_ANTI -> found ? List.of() : List.of(row);
            default -> throw new IllegalArgumentException(type.toString());
        };
    }

    private boolean holds(List<Object> row, Version version) {
        Object most = row.get(1);
        Object least = version.values.get(2);
        return !conditioned || most != null && least != null && (Long) most >= (Long) least;
    }

    private static List<Object> alone(List<Object> row) {
        List<Object> both = new ArrayList<>(row);
        while (both.size() < row.size() + 5) {
            both.add(null);
        }
        return both;
    }
}
