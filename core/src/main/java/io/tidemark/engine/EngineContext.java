package io.tidemark.engine;

import io.tidemark.expr.eval.NodeFactory;
import io.tidemark.metrics.OperatorMetrics;
import io.tidemark.operator.DropReason;
import io.tidemark.operator.OperatorContext;
import io.tidemark.operator.OperatorCounters;
import io.tidemark.plan.BoundStep;
import io.tidemark.row.RowView;
import io.tidemark.state.StateRegistry;
import io.tidemark.state.StateUnit;

/** What the engine gives to one operator. Engine thread only. */
final class EngineContext implements OperatorContext {
    private final BoundStep step;
    private final StateRegistry state;
    private final OperatorMetrics metrics;
    private final DropRouter drops;
    private final NodeFactory nodes;

    EngineContext(BoundStep step, StateRegistry state, OperatorMetrics metrics, DropRouter drops, NodeFactory nodes) {
        this.step = step;
        this.state = state;
        this.metrics = metrics;
        this.drops = drops;
        this.nodes = nodes;
    }

    @Override
    public String uid() {
        return step.uid();
    }

    @Override
    public StateRegistry state() {
        return state;
    }

    @Override
    public OperatorCounters counters() {
        return metrics;
    }

    @Override
    public NodeFactory nodes() {
        return nodes;
    }

    @Override
    public void drop(RowView row, DropReason reason, long watermarkNs) {
        metrics.rowDropped(reason);
        drops.drop(row, reason, step.uid(), "", watermarkNs);
    }

    @Override
    public boolean deferEmission() {
        return step.deferEmission();
    }

    /** Takes the sizes of the operator's state into its metrics. */
    void measureState() {
        long rows = 0;
        long panes = 0;
        long bytes = 0;
        for (int i = 0; i < state.units().size(); i++) {
            StateUnit unit = state.units().get(i);
            rows += unit.rowCount();
            panes += unit.paneCount();
            bytes += unit.usedBytes();
        }
        metrics.state(rows, panes, bytes);
    }
}
