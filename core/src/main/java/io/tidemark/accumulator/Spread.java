package io.tidemark.accumulator;

import io.tidemark.expr.Aggregate;
import io.tidemark.expr.eval.DoubleEvaluator;
import io.tidemark.operator.BindScope;
import io.tidemark.row.DataType;
import io.tidemark.row.RowView;
import io.tidemark.row.RowWriter;
import io.tidemark.state.BytesStore;
import java.util.List;

/**
 * Variance and standard deviation of the values that are not null, as doubles. Of a sample ({@code variance}, {@code stddev}): squared
 * distances over n - 1, null for fewer than two values. Of a population ({@code var_pop}, {@code stddev_pop}): over n, null for none.
 */
final class Spread implements AggregateFunction {
    private final String name;
    private final boolean sample;
    private final boolean root;

    /**
     * A measure of spread.
     *
     * @param sample whether the values are a sample, else they are all there is
     * @param root whether the root of the variance is taken
     */
    Spread(String name, boolean sample, boolean root) {
        this.name = name;
        this.sample = sample;
        this.root = root;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public AggregateShape shape(BindScope scope, Aggregate call, List<DataType> types, List<Boolean> nullable) {
        return Arguments.oneNumber(scope, call, types)
                ? new AggregateShape(
                        DataType.DOUBLE, sample || nullable.get(0), Moments.BYTES, List.of(DataType.DOUBLE))
                : null;
    }

    @Override
    public Accumulator create(AccumulatorSite site) {
        return site.node(Running.class, site.argument().asDouble(), sample ? 1 : 0, root, site.slots(), site.column());
    }

    /** The running moments. */
    static final class Running implements Accumulator {
        private final DoubleEvaluator argument;
        private final int freedom;
        private final boolean root;
        private final int slot;
        private final int column;

        Running(DoubleEvaluator argument, int freedom, boolean root, int slot, int column) {
            this.argument = argument;
            this.freedom = freedom;
            this.root = root;
            this.slot = slot;
            this.column = column;
        }

        @Override
        public void add(RowView row, long value, BytesStore store) {
            if (!argument.isNull(row)) {
                Moments.add(value + slot, argument.getDouble(row));
            }
        }

        @Override
        public void merge(long from, BytesStore fromStore, long to, BytesStore toStore) {
            Moments.merge(from + slot, to + slot);
        }

        @Override
        public void write(long value, BytesStore store, RowWriter out) {
            long count = Moments.count(value + slot);
            if (count > freedom) {
                double variance = Moments.squares(value + slot) / (count - freedom);
                out.setDouble(column, root ? Math.sqrt(variance) : variance);
            }
        }
    }
}
