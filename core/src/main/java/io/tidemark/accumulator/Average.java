package io.tidemark.accumulator;

import io.tidemark.expr.Aggregate;
import io.tidemark.operator.BindScope;
import io.tidemark.row.DataType;
import java.util.List;

/**
 * {@code avg(x)} of the values that are not null; null when there is none. Integers and doubles give a double, decimal(p,s) gives
 * decimal(min(38, p + 4), min(38, s + 4)), rounded half up. The sum behind it is exact for integers and decimals.
 */
final class Average implements AggregateFunction {
    @Override
    public String name() {
        return "avg";
    }

    @Override
    public AggregateShape shape(BindScope scope, Aggregate call, List<DataType> types, List<Boolean> nullable) {
        if (!Arguments.oneNumber(scope, call, types)) {
            return null;
        }
        DataType type = types.get(0);
        return switch (type.kind()) {
            case DOUBLE -> new AggregateShape(DataType.DOUBLE, nullable.get(0), DoubleTotal.BYTES + Long.BYTES);
            case DECIMAL ->
                new AggregateShape(
                        resultType(type), nullable.get(0) || !scope.settings().ansi(), DecimalTotal.BYTES + Long.BYTES);
            default -> new AggregateShape(DataType.DOUBLE, nullable.get(0), DecimalTotal.BYTES + Long.BYTES);
        };
    }

    @Override
    public Accumulator create(AccumulatorSite site) {
        return switch (site.argument().type().kind()) {
            case DOUBLE -> site.node(AverageDouble.class, site);
            case DECIMAL -> site.node(AverageDecimal.class, site);
            default -> site.node(AverageLong.class, site);
        };
    }

    @Override
    public AggregateFunction changing(List<DataType> types) {
        return types.get(0).equals(DataType.DOUBLE) ? null : this;
    }

    private static DataType resultType(DataType type) {
        return DataType.decimal(
                Math.min(DataType.MAX_PRECISION, type.precision() + 4),
                Math.min(DataType.MAX_PRECISION, type.scale() + 4));
    }
}
