package io.tidemark.accumulator;

import io.tidemark.expr.eval.CallSite;
import io.tidemark.expr.eval.Signature;
import io.tidemark.function.AggregateArguments;
import io.tidemark.function.AggregateResult;
import io.tidemark.function.AggregateSlots;
import io.tidemark.function.UserAggregate;
import io.tidemark.row.DataType;
import java.util.List;

/** {@code span(x)}: greatest less smallest double; -1 for a group without values. */
public final class Span implements UserAggregate {
    private final int version;

    /** A version of it. */
    public Span(int version) {
        this.version = version;
    }

    @Override
    public String name() {
        return "span";
    }

    @Override
    public int version() {
        return version;
    }

    @Override
    public Signature resolve(CallSite call) {
        if (!call.accepts(1, 1)) {
            return null;
        }
        return call.type(0).isNumeric()
                ? new Signature(List.of(DataType.DOUBLE), DataType.DOUBLE, false)
                : call.mismatch("a number", "Cast it.");
    }

    @Override
    public int slots() {
        return 2;
    }

    @Override
    public void init(AggregateSlots state) {
        state.putDouble(0, Double.POSITIVE_INFINITY);
        state.putDouble(1, Double.NEGATIVE_INFINITY);
    }

    @Override
    public void add(AggregateSlots state, AggregateArguments arguments) {
        if (!arguments.isNull(0)) {
            double value = arguments.getDouble(0);
            state.putDouble(0, Math.min(value, state.getDouble(0)));
            state.putDouble(1, Math.max(value, state.getDouble(1)));
        }
    }

    @Override
    public void merge(AggregateSlots state, AggregateSlots later) {
        state.putDouble(0, Math.min(later.getDouble(0), state.getDouble(0)));
        state.putDouble(1, Math.max(later.getDouble(1), state.getDouble(1)));
    }

    @Override
    public void result(AggregateSlots state, AggregateResult result) {
        double span = state.getDouble(1) - state.getDouble(0);
        result.setDouble(span < 0 ? -1 : span);
    }
}
