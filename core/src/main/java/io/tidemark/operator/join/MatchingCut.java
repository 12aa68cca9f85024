package io.tidemark.operator.join;

import io.tidemark.row.RowView;
import java.lang.invoke.MethodHandles;

/** Where the search for partners is compiled as a piece of its own; see {@link io.tidemark.expr.eval.NodeFactory#cut}. */
final class MatchingCut implements Matching {
    private static final Matching NEXT = next();

    MatchingCut() {}

    @Override
    public boolean match(RowView row, long timeNs) {
        return NEXT.match(row, timeNs);
    }

    private static Matching next() {
        try {
            return MethodHandles.classData(MethodHandles.lookup(), "_", Matching.class);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException("a hidden class can read its own data", e);
        }
    }
}
