package io.tidemark.plan;

import io.tidemark.operator.QuerySettings;
import io.tidemark.operator.StreamType;
import java.util.List;

/**
 * A plan whose names and types are resolved: one source and a chain of operators.
 *
 * @param source where the rows come from
 * @param steps operators from the source on
 * @param output what comes out
 * @param settings settings of the query
 */
public record BoundPlan(PlanNode.Source source, List<BoundStep> steps, StreamType output, QuerySettings settings) {
    /** Copies the list. */
    public BoundPlan {
        steps = List.copyOf(steps);
    }
}
