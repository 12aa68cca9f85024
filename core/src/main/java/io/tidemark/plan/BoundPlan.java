package io.tidemark.plan;

import io.tidemark.operator.QuerySettings;
import io.tidemark.operator.StreamType;
import java.util.BitSet;
import java.util.List;

/**
 * A plan whose names and types are resolved. Its nodes are numbered: first the sources, then the steps, inputs before those that use them; the last node
 * gives the output.
 *
 * @param sources where the rows come from
 * @param steps operators
 * @param output what comes out
 * @param settings settings of the query
 */
public record BoundPlan(
        List<PlanNode.Source> sources, List<BoundStep> steps, StreamType output, QuerySettings settings) {
    /** Copies the lists. */
    public BoundPlan {
        sources = List.copyOf(sources);
        steps = List.copyOf(steps);
    }

    /** The sources that are read before the others, see {@link io.tidemark.operator.OperatorNode#readsFirst}. */
    public BitSet readFirst() {
        BitSet first = new BitSet();
        for (BoundStep step : steps) {
            for (int input = 0; input < step.inputs().size(); input++) {
                if (step.node().readsFirst(input)) {
                    first.or(step.inputSources().get(input));
                }
            }
        }
        return first;
    }

    /** Name of a source or uid of a step. */
    public String name(int node) {
        return node < sources.size()
                ? sources.get(node).name()
                : steps.get(node - sources.size()).uid();
    }
}
