package io.tidemark.accumulator;

import io.tidemark.expr.Aggregate;
import io.tidemark.operator.BindScope;
import io.tidemark.row.DataType;
import java.util.List;

/**
 * {@code sum(x)} of the values that are not null; null when there is none. Integers sum to a long, decimal(p,s) to
 * decimal(min(38, p + 10), s) exactly, doubles with a compensation for lost digits.
 */
final class Sum implements AggregateFunction {
    @Override
    public String name() {
        return "sum";
    }

    @Override
    public AggregateShape shape(BindScope scope, Aggregate call, List<DataType> types, List<Boolean> nullable) {
        if (!Arguments.oneNumber(scope, call, types)) {
            return null;
        }
        DataType type = types.get(0);
        return switch (type.kind()) {
            case DOUBLE -> new AggregateShape(DataType.DOUBLE, nullable.get(0), DoubleTotal.BYTES);
            case DECIMAL -> new AggregateShape(resultType(type), canBeNull(scope, nullable), DecimalTotal.BYTES);
            default -> new AggregateShape(DataType.LONG, canBeNull(scope, nullable), Long.BYTES);
        };
    }

    @Override
    public Accumulator create(AccumulatorSite site) {
        return switch (site.argument().type().kind()) {
            case DOUBLE -> site.node(SumDouble.class, site);
            case DECIMAL -> site.node(SumDecimal.class, site);
            default -> site.node(SumLong.class, site);
        };
    }

    @Override
    public AggregateFunction changing(List<DataType> types) {
        return types.get(0).equals(DataType.DOUBLE) ? null : new ChangingSum();
    }

    /** Type of the sum of decimals. */
    static DataType resultType(DataType type) {
        return DataType.decimal(Math.min(DataType.MAX_PRECISION, type.precision() + 10), type.scale());
    }

    private static boolean canBeNull(BindScope scope, List<Boolean> nullable) {
        return nullable.get(0) || !scope.settings().ansi();
    }
}
