package io.tidemark.accumulator;

import java.util.Set;

/** Opens the list of all aggregate functions to tests of this module. */
public final class StandardAggregates {
    private StandardAggregates() {}

    /** Every name that comes with Tidemark. */
    public static Set<String> names() {
        return AggregateRegistry.standardNames();
    }
}
