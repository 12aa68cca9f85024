package io.tidemark.accumulator;

import io.tidemark.expr.Aggregate;
import io.tidemark.expr.eval.LongEvaluator;
import io.tidemark.expr.eval.NodeFactory;
import io.tidemark.expr.eval.TypedEvaluator;
import io.tidemark.row.DataType;
import java.util.List;

/**
 * Where one accumulator works.
 *
 * @param uid uid of the operator, for errors
 * @param aggregate the aggregate
 * @param given types of the arguments as they were given
 * @param arguments compiled arguments, in the types that the function asked for
 * @param eventTime event time of a row
 * @param ansi whether overflow is an error; else the result is null
 * @param slots offset of its slots in the value
 * @param flags offset of its flag byte in the value
 * @param column column of the result
 * @param shape what {@link AggregateFunction#shape} said
 * @param nodes makes the accumulator
 */
record AccumulatorSite(
        String uid,
        Aggregate aggregate,
        List<DataType> given,
        List<TypedEvaluator> arguments,
        LongEvaluator eventTime,
        boolean ansi,
        int slots,
        int flags,
        int column,
        AggregateShape shape,
        NodeFactory nodes) {
    /** Text of the aggregate, for errors. */
    String call() {
        return aggregate.call();
    }

    /** The only argument. */
    TypedEvaluator argument() {
        return arguments.get(0);
    }

    /** A new accumulator; see {@link NodeFactory} for what its class must be. */
    Accumulator node(Class<? extends Accumulator> type, Object... constructorArguments) {
        return nodes.create(type, constructorArguments);
    }
}
