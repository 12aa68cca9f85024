package io.tidemark.plan;

import java.util.BitSet;

/** The steps above a step, near and far. */
final class Upstream {
    private Upstream() {}

    /** Indexes of the steps above the step with this index. */
    static BitSet of(BoundPlan plan, int index) {
        BitSet above = new BitSet();
        collect(plan, index, above);
        return above;
    }

    private static void collect(BoundPlan plan, int index, BitSet above) {
        int sources = plan.sources().size();
        for (int input : plan.steps().get(index).inputs()) {
            if (input >= sources && !above.get(input - sources)) {
                above.set(input - sources);
                collect(plan, input - sources, above);
            }
        }
    }
}
