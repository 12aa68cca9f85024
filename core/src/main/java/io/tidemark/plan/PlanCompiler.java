package io.tidemark.plan;

import io.tidemark.operator.Operator;
import io.tidemark.operator.OperatorContext;
import io.tidemark.operator.RowConsumer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Makes the running operators of a plan, from the output up. */
public final class PlanCompiler {
    private PlanCompiler() {}

    /**
     * Wires a plan.
     *
     * @param contexts gives each operator its state and counters; called from the source down
     * @param output takes what comes out
     * @param pinned whether the first operator becomes a constant; its nodes must then come from a factory that pins them
     */
    public static CompiledPlan compile(
            BoundPlan plan, Function<BoundStep, OperatorContext> contexts, RowConsumer output, boolean pinned) {
        List<OperatorContext> made = new ArrayList<>();
        for (BoundStep step : plan.steps()) {
            made.add(contexts.apply(step));
        }
        List<Operator> operators = new ArrayList<>();
        RowConsumer next = output;
        for (int i = plan.steps().size() - 1; i >= 0; i--) {
            Operator operator = plan.steps().get(i).bound().create(made.get(i), next);
            operators.add(0, operator);
            next = operator;
        }
        return new CompiledPlan(pinned ? PinnedHead.of(next) : next, operators);
    }
}
