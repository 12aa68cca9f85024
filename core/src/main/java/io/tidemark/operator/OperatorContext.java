package io.tidemark.operator;

import io.tidemark.expr.eval.NodeFactory;
import io.tidemark.row.RowView;
import io.tidemark.state.StateRegistry;

/** What an operator gets when it is made: its state, its counters and a place for rows that it drops. */
public interface OperatorContext {
    /** Uid of the operator in its plan. */
    String uid();

    /** Tables and scalars of the operator. */
    StateRegistry state();

    /** Counters of the operator. */
    OperatorCounters counters();

    /** Makes the nodes of compiled expressions. */
    NodeFactory nodes();

    /** Drops a row: counts it under the reason, and stores it where the query routes this reason. */
    void drop(RowView row, DropReason reason, long watermarkNs);

    /** Whether every source above an input is idle: it has nothing to read and was silent for the declared time. */
    boolean idle(int input);

    /** The one watermark of a query whose streams all go by it, or null. */
    QueryWatermark queryWatermark();

    /** Whether this operator may spread its emission over later rows: no operator with state or with several inputs stands below it. */
    boolean deferEmission();
}
