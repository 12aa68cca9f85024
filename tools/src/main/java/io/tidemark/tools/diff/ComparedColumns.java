package io.tidemark.tools.diff;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.Problem;
import io.tidemark.error.TidemarkException;
import io.tidemark.row.Schema;
import java.util.ArrayList;
import java.util.List;

/**
 * The columns by which rows of two journals are compared: those that both have, without those that are ignored.
 *
 * @param names their names, in the order of the first journal
 * @param onlyInA columns that the first journal alone has and that are not ignored
 * @param onlyInB columns that the second journal alone has and that are not ignored
 * @param key positions in {@code names} of the columns that say which rows belong together
 */
record ComparedColumns(List<String> names, List<String> onlyInA, List<String> onlyInB, List<Integer> key) {
    /**
     * Columns of two schemas.
     *
     * @throws TidemarkException {@code COLUMN_UNKNOWN} naming one that is to be ignored and that neither has, or one of the key that not both have
     */
    static ComparedColumns of(Schema a, Schema b, List<String> ignored, List<String> keyNames) {
        for (String name : ignored) {
            if (!a.names().contains(name) && !b.names().contains(name)) {
                throw unknown(name, "Neither journal has this column.", "They have " + a.names() + " and " + b.names());
            }
        }
        List<String> names = without(ignored, a.names());
        names.retainAll(b.names());
        List<Integer> key = new ArrayList<>();
        for (String name : keyNames) {
            if (!names.contains(name)) {
                throw unknown(name, "The key needs columns that are compared.", "These can be taken: " + names);
            }
            key.add(names.indexOf(name));
        }
        List<String> onlyInA = without(ignored, a.names());
        onlyInA.removeAll(b.names());
        List<String> onlyInB = without(ignored, b.names());
        onlyInB.removeAll(a.names());
        return new ComparedColumns(names, onlyInA, onlyInB, key);
    }

    private static List<String> without(List<String> ignored, List<String> names) {
        List<String> rest = new ArrayList<>(names);
        rest.removeAll(ignored);
        return rest;
    }

    private static TidemarkException unknown(String name, String reason, String wayOut) {
        return new TidemarkException(new Problem(ErrorCode.COLUMN_UNKNOWN, "", name, reason, wayOut + "."));
    }

    /** Indexes of these columns in a schema. */
    int[] in(Schema schema) {
        return names.stream().mapToInt(schema::index).toArray();
    }

    /** Whether both journals have the same columns, but for those that are ignored. */
    boolean same() {
        return onlyInA.isEmpty() && onlyInB.isEmpty();
    }
}
