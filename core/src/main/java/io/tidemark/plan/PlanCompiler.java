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
     * @param contexts gives each operator its state and counters; called from the sources down
     * @param output takes what comes out
     */
    public static CompiledPlan compile(
            BoundPlan plan, Function<BoundStep, OperatorContext> contexts, RowConsumer output) {
        List<OperatorContext> made = plan.steps().stream().map(contexts).toList();
        List<List<RowConsumer>> consumers = new ArrayList<>();
        int nodes = plan.sources().size() + plan.steps().size();
        for (int i = 0; i < nodes; i++) {
            consumers.add(new ArrayList<>());
        }
        consumers.get(nodes - 1).add(output);
        List<Operator> operators = new ArrayList<>();
        for (int i = plan.steps().size() - 1; i >= 0; i--) {
            BoundStep step = plan.steps().get(i);
            RowConsumer next = FanOut.of(consumers.get(plan.sources().size() + i));
            Operator operator = step.bound().create(made.get(i), next);
            operators.add(0, operator);
            for (int input = step.inputs().size() - 1; input >= 0; input--) {
                consumers.get(step.inputs().get(input)).add(0, operator.input(input));
            }
        }
        List<RowConsumer> heads = new ArrayList<>();
        for (int i = 0; i < plan.sources().size(); i++) {
            heads.add(FanOut.of(consumers.get(i)));
        }
        return new CompiledPlan(heads, operators);
    }
}
