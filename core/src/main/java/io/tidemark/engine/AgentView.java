package io.tidemark.engine;

import io.tidemark.journal.JournalSource;
import io.tidemark.metrics.MonitoredQuery;
import io.tidemark.metrics.QueryCounters;
import io.tidemark.metrics.QueryShape;
import io.tidemark.operator.OutputMode;
import io.tidemark.plan.BoundPlan;
import io.tidemark.plan.BoundStep;
import io.tidemark.state.StateRegistry;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * What a monitor sees of a query: what its agent says, and nothing of what belongs to the engine thread.
 *
 * @param agent the agent
 * @param id stays the same over restarts
 * @param runId of this run
 * @param shape what does not change
 */
record AgentView(QueryAgent agent, String id, String runId, QueryShape shape) implements MonitoredQuery {
    /** The view of a query that was just opened. Engine thread. */
    static AgentView of(QueryAgent agent, QuerySpec spec, String id, String runId, Pipeline pipeline) {
        BoundPlan plan = spec.plan();
        List<QueryShape.Source> sources = new ArrayList<>();
        for (int i = 0; i < plan.sources().size(); i++) {
            JournalSource journal = spec.sources().get(i);
            sources.add(new QueryShape.Source(plan.sources().get(i).name(), journal));
        }
        List<QueryShape.Step> steps = new ArrayList<>();
        boolean grouped = false;
        for (int i = 0; i < plan.steps().size(); i++) {
            BoundStep step = plan.steps().get(i);
            StateRegistry state = pipeline.registries().get(i);
            BitSet reached = new BitSet();
            step.inputSources().forEach(reached::or);
            QueryShape.Step shown = new QueryShape.Step(
                    step.uid(), step.node().kind(), !state.units().isEmpty(), reached);
            steps.add(shown);
            grouped |= shown.kind().equals("aggregate") || shown.kind().equals("session");
        }
        boolean byWatermark = grouped && plan.settings().mode() == OutputMode.APPEND;
        return new AgentView(
                agent,
                id,
                runId,
                new QueryShape(
                        spec.name(),
                        sources,
                        steps,
                        spec.sink().name(),
                        byWatermark,
                        plan.settings().sparkCounts()));
    }

    @Override
    public QueryCounters counters() {
        return agent.counters();
    }

    @Override
    public String life() {
        return agent.state().name();
    }

    @Override
    public boolean ended() {
        return agent.state().ended();
    }

    @Override
    public Throwable failure() {
        return agent.failure();
    }

    @Override
    public String waitsFor() {
        return agent.waitsFor();
    }
}
