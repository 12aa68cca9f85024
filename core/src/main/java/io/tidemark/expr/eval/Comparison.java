package io.tidemark.expr.eval;

/** The six comparisons. */
enum Comparison {
    EQUAL("=", false, true, false),
    NOT_EQUAL("!=", true, false, true),
    LESS("<", true, false, false),
    LESS_OR_EQUAL("<=", true, true, false),
    GREATER(">", false, false, true),
    GREATER_OR_EQUAL(">=", false, true, true);

    private final String symbol;
    private final int mask;

    Comparison(String symbol, boolean less, boolean equal, boolean greater) {
        this.symbol = symbol;
        mask = (less ? 1 : 0) | (equal ? 2 : 0) | (greater ? 4 : 0);
    }

    /** Name of the function. */
    String symbol() {
        return symbol;
    }

    /** What {@link #test} needs: one bit each for less, equal and greater. Nodes keep it in a final field. */
    int mask() {
        return mask;
    }

    /** {@link BoolEvaluator#TRUE} or {@link BoolEvaluator#FALSE} for a result of compare: -1, 0 or 1. */
    static int test(int mask, int order) {
        return mask >>> order + 1 & 1;
    }
}
