package io.tidemark.accumulator;

import io.tidemark.expr.eval.BoolEvaluator;
import io.tidemark.expr.eval.BytesEvaluator;
import io.tidemark.expr.eval.Decimal128;
import io.tidemark.expr.eval.DecimalEvaluator;
import io.tidemark.expr.eval.DoubleEvaluator;
import io.tidemark.expr.eval.Evaluator;
import io.tidemark.expr.eval.LongEvaluator;
import io.tidemark.expr.eval.TypedEvaluator;
import io.tidemark.function.AggregateArguments;
import io.tidemark.operator.Scratch;
import io.tidemark.row.BytesView;
import io.tidemark.row.RowView;
import java.util.List;

/** The arguments of an aggregate of the user's own, computed when they are asked for. */
final class CompiledArguments implements AggregateArguments {
    private final Evaluator[] arguments;

    @Scratch("set before each call")
    private RowView row;

    CompiledArguments(List<TypedEvaluator> arguments) {
        this.arguments = arguments.stream().map(TypedEvaluator::evaluator).toArray(Evaluator[]::new);
    }

    /** Points at a row. */
    CompiledArguments of(RowView newRow) {
        row = newRow;
        return this;
    }

    @Override
    public boolean isNull(int argument) {
        return arguments[argument].isNull(row);
    }

    @Override
    public boolean getBool(int argument) {
        return ((BoolEvaluator) arguments[argument]).test(row) == BoolEvaluator.TRUE;
    }

    @Override
    public long getLong(int argument) {
        return ((LongEvaluator) arguments[argument]).getLong(row);
    }

    @Override
    public double getDouble(int argument) {
        return ((DoubleEvaluator) arguments[argument]).getDouble(row);
    }

    @Override
    public void getDecimal(int argument, Decimal128 value) {
        ((DecimalEvaluator) arguments[argument]).getDecimal(row, value);
    }

    @Override
    public BytesView getBytes(int argument, BytesView view) {
        return ((BytesEvaluator) arguments[argument]).getBytes(row, view);
    }

    @Override
    public long position() {
        return row.position();
    }
}
