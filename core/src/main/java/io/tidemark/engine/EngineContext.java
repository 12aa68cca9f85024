package io.tidemark.engine;

import io.tidemark.expr.eval.NodeFactory;
import io.tidemark.metrics.OperatorMetrics;
import io.tidemark.operator.DropReason;
import io.tidemark.operator.Operator;
import io.tidemark.operator.OperatorContext;
import io.tidemark.operator.OperatorCounters;
import io.tidemark.operator.QueryWatermark;
import io.tidemark.plan.BoundStep;
import io.tidemark.row.RowView;
import io.tidemark.state.StateRegistry;
import io.tidemark.state.StateUnit;
import io.tidemark.state.TimeIndex;
import io.tidemark.time.Watermark;
import java.util.BitSet;
import java.util.function.IntPredicate;

/** What the engine gives to one operator. Engine thread only. */
final class EngineContext implements OperatorContext {
    private final BoundStep step;
    private final StateRegistry state;
    private final OperatorMetrics metrics;
    private final OperatorMetrics[] sources;
    private final DropRouter drops;
    private final NodeFactory nodes;
    private final IntPredicate idle;
    private final QueryWatermark queryWatermark;

    /**
     * A context.
     *
     * @param sources counters of the sources
     * @param idle tells which sources are idle
     * @param queryWatermark the one watermark of the query, or null
     */
    EngineContext(
            BoundStep step,
            StateRegistry state,
            OperatorMetrics metrics,
            OperatorMetrics[] sources,
            DropRouter drops,
            NodeFactory nodes,
            IntPredicate idle,
            QueryWatermark queryWatermark) {
        this.step = step;
        this.state = state;
        this.metrics = metrics;
        this.sources = sources;
        this.drops = drops;
        this.nodes = nodes;
        this.idle = idle;
        this.queryWatermark = queryWatermark;
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
        if (reason != DropReason.FILTERED) {
            sources[row.source()].droppedBelow(reason);
        }
        drops.drop(row, reason, step.uid(), "", watermarkNs);
    }

    @Override
    public boolean idle(int input) {
        BitSet sources = step.inputSources().get(input);
        for (int source = sources.nextSetBit(0); source >= 0; source = sources.nextSetBit(source + 1)) {
            if (!idle.test(source)) {
                return false;
            }
        }
        return true;
    }

    @Override
    public QueryWatermark queryWatermark() {
        return queryWatermark;
    }

    @Override
    public boolean deferEmission() {
        return step.deferEmission();
    }

    /** The only source of the operator's rows, or -1 when there are several. */
    int onlySource() {
        BitSet sources = step.inputSources().get(0);
        return step.inputSources().size() == 1 && sources.cardinality() == 1 ? sources.nextSetBit(0) : -1;
    }

    /** Takes the sizes of the state of the operator that this context is of into its metrics. */
    void measureState(Operator operator) {
        long rows = 0;
        long panes = 0;
        long bytes = 0;
        long removed = 0;
        long deadline = TimeIndex.EMPTY;
        for (int i = 0; i < state.units().size(); i++) {
            StateUnit unit = state.units().get(i);
            rows += unit.rowCount();
            panes += unit.paneCount();
            bytes += unit.usedBytes();
            removed += unit.removedRows();
            if (unit instanceof TimeIndex index && index.firstDueNs() != TimeIndex.EMPTY) {
                deadline = Math.min(deadline, index.firstDueNs());
            }
        }
        long own = operator.nextDeadlineNs();
        metrics.open(
                operator.greatestEventTimeNs(),
                removed,
                operator.oldestOpenNs(),
                own != Watermark.NONE ? own : deadline == TimeIndex.EMPTY ? Watermark.NONE : deadline);
        metrics.state(operator.stateRows() < 0 ? rows : operator.stateRows(), panes, bytes);
    }
}
