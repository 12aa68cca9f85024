package io.tidemark.expr.eval;

/**
 * Remembers from {@code isNull} to the next call for the value which of two branches holds it, so that a condition is tested
 * once per row however deep expressions nest.
 */
abstract class BranchLatch {
    /** Nothing is remembered. */
    static final int UNKNOWN = 0;
    /** The first branch. */
    static final int FIRST = 1;
    /** The second branch. */
    static final int SECOND = 2;

    private int branch;

    /** Remembers the branch unless its value is null; returns {@code isNull}. */
    final boolean latch(boolean first, boolean isNull) {
        branch = isNull ? UNKNOWN : first ? FIRST : SECOND;
        return isNull;
    }

    /** What is remembered; forgets it. */
    final int take() {
        int taken = branch;
        branch = UNKNOWN;
        return taken;
    }
}
