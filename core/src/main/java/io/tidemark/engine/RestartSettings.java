package io.tidemark.engine;

import io.tidemark.plan.RestartDecisions;
import java.util.List;

/**
 * What a query may do when it is started again.
 *
 * @param operators all operators that a plan can hold, for reading the plan that ran before
 * @param decisions what becomes of state where the plan changed
 * @param startOver whether the sources may be read from their start when there are checkpoints and none can be used
 */
public record RestartSettings(List<Class<? extends Record>> operators, RestartDecisions decisions, boolean startOver) {
    /** Copies the list. */
    public RestartSettings {
        operators = List.copyOf(operators);
    }

    /** No decisions. */
    public static RestartSettings defaults(List<Class<? extends Record>> operators) {
        return new RestartSettings(operators, RestartDecisions.NONE, false);
    }

    /** The same with decisions. */
    public RestartSettings withDecisions(RestartDecisions newDecisions) {
        return new RestartSettings(operators, newDecisions, startOver);
    }

    /** The same for a query that may start over. */
    public RestartSettings withStartOver() {
        return new RestartSettings(operators, decisions, true);
    }
}
