package io.tidemark;

import java.util.List;

/** Opens the list of all operators to tests of this module. */
public final class StandardOperators {
    private StandardOperators() {}

    /** Every class that stands for an operator in a plan. */
    public static List<Class<? extends Record>> all() {
        return OperatorNodes.ALL;
    }
}
