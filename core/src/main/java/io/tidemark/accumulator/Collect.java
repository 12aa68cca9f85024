package io.tidemark.accumulator;

import io.tidemark.error.ErrorCode;
import io.tidemark.expr.Aggregate;
import io.tidemark.operator.BindScope;
import io.tidemark.row.DataType;
import java.util.List;

/**
 * {@code collect_list(x, most)} and {@code collect_set(x, most)}: the values that are not null, or those that differ, as a text that is an array of
 * JSON; {@code []} when there is none. They are in the order of event time, then journal position; a value of a set stands where it came first. More than
 * {@code most} in a group is the error {@code COLLECT_BOUND_EXCEEDED}; there is no form without a bound. See {@link JsonArray} for what values look like.
 */
final class Collect implements AggregateFunction {
    private static final long GREATEST_MOST = 100_000;

    private final String name;
    private final boolean distinct;

    /**
     * A form.
     *
     * @param distinct whether equal values are collected once
     */
    Collect(String name, boolean distinct) {
        this.name = name;
        this.distinct = distinct;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public AggregateShape shape(BindScope scope, Aggregate call, List<DataType> types, List<Boolean> nullable) {
        if (types.size() != 2) {
            scope.problem(
                    ErrorCode.FUNCTION_UNSUPPORTED,
                    call.call(),
                    "It takes two arguments and got " + types.size() + ".",
                    "Give it a column, then how many values a group may have.");
            return null;
        }
        long most = Constants.count(call, 1);
        if (most == 0 || most > GREATEST_MOST) {
            scope.problem(
                    ErrorCode.LITERAL_INVALID,
                    call.call(),
                    "The second argument is not a constant bound from 1 to " + GREATEST_MOST + ".",
                    "Say how many values a group may have.");
            return null;
        }
        if (types.get(0).kind() == DataType.Kind.BINARY) {
            scope.problem(
                    ErrorCode.TYPE_MISMATCH,
                    call.call(),
                    "An array of JSON holds no bytes, and this is a " + types.get(0) + ".",
                    "Collect a text or a number instead.");
            return null;
        }
        return new AggregateShape(
                DataType.STRING,
                false,
                ValueChain.BYTES + (distinct ? DistinctSet.BYTES : Long.BYTES),
                most + " values",
                List.of(DataType.STRING, types.get(1)));
    }

    @Override
    public Accumulator create(AccumulatorSite site) {
        return site.node(
                distinct ? CollectSet.class : CollectList.class,
                new CollectParts(site, Constants.count(site.aggregate(), 1)),
                site.arguments().get(0).asBytes(),
                site.eventTime(),
                site.column());
    }
}
