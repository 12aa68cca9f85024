package io.tidemark.accumulator;

import io.tidemark.expr.Aggregate;
import io.tidemark.operator.BindScope;
import io.tidemark.row.DataType;
import java.util.List;

/** An aggregate function: checks the types of its arguments, declares its slots, and makes accumulators. */
interface AggregateFunction {
    /** Name under which it is called. */
    String name();

    /**
     * Result and state for arguments of these types, or null after reporting why they do not fit.
     *
     * @param nullable for each argument whether it can be null
     */
    AggregateShape shape(BindScope scope, Aggregate call, List<DataType> types, List<Boolean> nullable);

    /** The function for an input that takes rows back, or null when it cannot be computed then. */
    default AggregateFunction changing(List<DataType> types) {
        return null;
    }

    /**
     * What the state of a call is, or null where nobody else can use it. Of the calls of one list with the same text, the same arguments
     * and the same filter, the first one keeps the state and the others only read it.
     */
    default String sharedState(Aggregate call) {
        return null;
    }

    /** An accumulator at a site. */
    Accumulator create(AccumulatorSite site);
}
