package io.tidemark.operator.join;

import io.tidemark.row.RowView;
import java.lang.invoke.MethodHandles;

/** Where the keeping of rows is compiled as a piece of its own; see {@link io.tidemark.expr.eval.NodeFactory#cut}. */
final class KeepingCut implements Keeping {
    private static final Keeping NEXT = next();

    KeepingCut() {}

    @Override
    public void keep(RowView row, boolean timed, long timeNs, boolean done) {
        NEXT.keep(row, timed, timeNs, done);
    }

    private static Keeping next() {
        try {
            return MethodHandles.classData(MethodHandles.lookup(), "_", Keeping.class);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException("a hidden class can read its own data", e);
        }
    }
}
