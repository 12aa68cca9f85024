package io.tidemark.tools.diff;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * A difference: two rows that belong together and are not the same, or a row that one journal alone has.
 *
 * @param a row of the first journal, or null
 * @param b row of the second journal, or null
 */
record Finding(ComparedRow a, ComparedRow b) {
    /** What a finding is, under the name that reports have for it. */
    enum Kind {
        /** Both have the row, with other values. */
        DIFFERENT,
        /** The first journal alone has it. */
        ONLY_IN_A,
        /** The second journal alone has it. */
        ONLY_IN_B
    }

    Kind kind() {
        return a == null ? Kind.ONLY_IN_B : b == null ? Kind.ONLY_IN_A : Kind.DIFFERENT;
    }

    /** The row that there is, that of the first journal where both are. */
    ComparedRow row() {
        return a == null ? b : a;
    }

    /** Positions in the compared columns of those that differ; none where one row is missing or the kinds alone differ. */
    List<Integer> columns() {
        List<Integer> columns = new ArrayList<>();
        if (kind() == Kind.DIFFERENT) {
            for (int i = 0; i < a.values().size(); i++) {
                if (!Objects.equals(a.values().get(i), b.values().get(i))) {
                    columns.add(i);
                }
            }
        }
        return columns;
    }

    /** About so many bytes of memory. */
    long bytes() {
        return (a == null ? 0 : a.bytes()) + (b == null ? 0 : b.bytes());
    }
}
