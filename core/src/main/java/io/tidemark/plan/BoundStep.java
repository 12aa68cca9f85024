package io.tidemark.plan;

import io.tidemark.operator.BoundOperator;
import io.tidemark.operator.OperatorNode;
import java.util.BitSet;
import java.util.List;

/**
 * An operator of a bound plan.
 *
 * @param uid name, unique in the plan
 * @param named whether the user gave it
 * @param node the operator as data
 * @param bound the operator with resolved types
 * @param inputs numbers of the nodes whose rows it takes
 * @param inputSources for each input, the sources from which its rows come
 * @param deferEmission whether no operator with state or with several inputs stands below it
 */
public record BoundStep(
        String uid,
        boolean named,
        OperatorNode node,
        BoundOperator bound,
        List<Integer> inputs,
        List<BitSet> inputSources,
        boolean deferEmission) {
    /** Copies the lists. */
    public BoundStep {
        inputs = List.copyOf(inputs);
        inputSources = List.copyOf(inputSources);
    }
}
