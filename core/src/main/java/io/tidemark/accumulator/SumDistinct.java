package io.tidemark.accumulator;

import io.tidemark.expr.Aggregate;
import io.tidemark.expr.eval.TypedEvaluator;
import io.tidemark.operator.BindScope;
import io.tidemark.row.DataType;
import java.util.List;

/**
 * {@code sum_distinct(x)} and {@code sum_distinct_within(most, x)}: the sum of the different values that are not null; null when there is
 * none. Types are those of {@code sum}. More values than the bound, a million unless it is given, are the error {@code DISTINCT_BOUND_EXCEEDED}.
 */
final class SumDistinct implements AggregateFunction {
    private final String name;
    private final boolean bounded;

    /**
     * A form.
     *
     * @param bounded whether the first argument is the bound
     */
    SumDistinct(String name, boolean bounded) {
        this.name = name;
        this.bounded = bounded;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public AggregateShape shape(BindScope scope, Aggregate call, List<DataType> types, List<Boolean> nullable) {
        if (!DistinctCall.isValid(scope, call, types, bounded)) {
            return null;
        }
        int first = bounded ? 1 : 0;
        if (!Arguments.oneNumber(scope, call, types.subList(first, types.size()))) {
            return null;
        }
        DataType type = types.get(first);
        boolean isDouble = type.equals(DataType.DOUBLE);
        return new AggregateShape(
                isDouble ? type : type.isDecimal() ? Sum.resultType(type) : DataType.LONG,
                nullable.get(first) || type.isDecimal() && !scope.settings().ansi(),
                DistinctSet.BYTES + 2 * Long.BYTES,
                DistinctCall.most(call, bounded) + " values",
                List.of());
    }

    @Override
    public Accumulator create(AccumulatorSite site) {
        List<TypedEvaluator> value =
                site.arguments().subList(bounded ? 1 : 0, site.arguments().size());
        return site.node(
                DistinctTotal.class,
                site,
                DistinctValue.of(value, site.nodes()),
                DistinctValue.isWord(List.of(value.get(0).type())),
                DistinctCall.most(site.aggregate(), bounded));
    }
}
