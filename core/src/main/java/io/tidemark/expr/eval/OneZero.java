package io.tidemark.expr.eval;

import io.tidemark.row.DataType;
import io.tidemark.row.RowView;

/** A double with negative zero made positive, as keys need it: equal keys must have equal bytes. */
public final class OneZero implements DoubleEvaluator {
    private final DoubleEvaluator value;

    OneZero(DoubleEvaluator value) {
        this.value = value;
    }

    /** The value with one zero if it is a double, else as it is. */
    public static TypedEvaluator of(TypedEvaluator value, NodeFactory nodes) {
        return value.type().equals(DataType.DOUBLE)
                ? new TypedEvaluator(
                        nodes.<Evaluator>create(OneZero.class, value.asDouble()), value.type(), value.nullable())
                : value;
    }

    @Override
    public boolean isNull(RowView row) {
        return value.isNull(row);
    }

    @Override
    public double getDouble(RowView row) {
        return value.getDouble(row) + 0.0;
    }
}
