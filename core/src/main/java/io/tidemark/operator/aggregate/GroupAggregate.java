package io.tidemark.operator.aggregate;

import io.tidemark.expr.Aggregate;
import io.tidemark.expr.Column;
import io.tidemark.expr.Window;
import io.tidemark.operator.BindScope;
import io.tidemark.operator.BoundOperator;
import io.tidemark.operator.EdgeKind;
import io.tidemark.operator.OperatorNode;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Groups rows by a window of event time, by keys, or both, and aggregates each group. Columns out: start and end of the window if there is
 * one, its session if it has a name, the keys, the aggregates. Which rows come out when is the output mode's affair.
 *
 * @param window the window, or null
 * @param keys group keys; null is a group of its own
 * @param aggregates aggregates over the rows of a group
 * @param unboundedReason why state may grow without a bound, or empty: then it may not
 */
public record GroupAggregate(Window window, List<Column> keys, List<Aggregate> aggregates, String unboundedReason)
        implements OperatorNode {
    /** Copies the lists. */
    public GroupAggregate {
        keys = List.copyOf(keys);
        aggregates = List.copyOf(aggregates);
    }

    @Override
    public String kind() {
        return "aggregate";
    }

    @Override
    public Set<EdgeKind> accepts() {
        return EnumSet.of(EdgeKind.APPEND, EdgeKind.RETRACT);
    }

    @Override
    public BoundOperator bind(BindScope scope) {
        return new GroupBinder(this, scope).bind();
    }

    /** Whether there is one group for all rows, which is there before the first row came. */
    boolean isGlobal() {
        return window == null && keys.isEmpty();
    }
}
