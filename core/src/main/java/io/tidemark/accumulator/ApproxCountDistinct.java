package io.tidemark.accumulator;

import io.tidemark.error.ErrorCode;
import io.tidemark.expr.Aggregate;
import io.tidemark.memory.OffHeap;
import io.tidemark.operator.BindScope;
import io.tidemark.row.DataType;
import io.tidemark.row.RowView;
import io.tidemark.row.RowWriter;
import io.tidemark.state.BytesStore;
import java.util.List;

/**
 * {@code approx_count_distinct(x)} and {@code approx_count_distinct(x, standardError)}: about how many different values that are not null
 * there are; 0 when there is none. The standard error is 0.05 unless it is given.
 */
final class ApproxCountDistinct implements AggregateFunction {
    private static final double DEFAULT_ERROR = 0.05;

    @Override
    public String name() {
        return "approx_count_distinct";
    }

    @Override
    public AggregateShape shape(BindScope scope, Aggregate call, List<DataType> types, List<Boolean> nullable) {
        if (types.isEmpty() || types.size() > 2) {
            scope.problem(
                    ErrorCode.FUNCTION_UNSUPPORTED,
                    call.call(),
                    "It takes one or two arguments and got " + types.size() + ".",
                    "Give it a column, and the standard error if that shall not be " + DEFAULT_ERROR + ".");
            return null;
        }
        int precision = precision(call);
        if (precision < 0) {
            scope.problem(
                    ErrorCode.LITERAL_INVALID,
                    call.call(),
                    "The second argument is not a constant standard error from "
                            + HyperLogLog.standardError(HyperLogLog.MOST_PRECISION) + " to less than 1.",
                    "Give it a constant such as 0.02, or count exactly with count_distinct(...).");
            return null;
        }
        return new AggregateShape(DataType.LONG, false, Long.BYTES, (1 << precision) + " B", List.of());
    }

    @Override
    public Accumulator create(AccumulatorSite site) {
        return site.node(
                Running.class,
                DistinctValue.of(site.arguments().subList(0, 1), site.nodes()),
                new HyperLogLog(precision(site.aggregate())),
                site.slots(),
                site.column());
    }

    private static int precision(Aggregate call) {
        double error = call.arguments().size() == 1 ? DEFAULT_ERROR : Constants.number(call, 1);
        return HyperLogLog.precision(error);
    }

    /** The running sketch: a reference to its registers, 0 before the first value. */
    static final class Running implements Accumulator {
        private final DistinctValue value;
        private final HyperLogLog sketch;
        private final int slot;
        private final int column;

        Running(DistinctValue value, HyperLogLog sketch, int slot, int column) {
            this.value = value;
            this.sketch = sketch;
            this.slot = slot;
            this.column = column;
        }

        @Override
        public void add(RowView row, long group, BytesStore store) {
            if (value.read(row)) {
                sketch.add(registers(group, store), store, value.hash());
            }
        }

        @Override
        public void merge(long from, BytesStore fromStore, long to, BytesStore toStore) {
            long reference = OffHeap.getLong(from + slot);
            if (reference != 0) {
                sketch.merge(reference, fromStore, registers(to, toStore), toStore);
            }
        }

        @Override
        public void release(long group, BytesStore store) {
            long reference = OffHeap.getLong(group + slot);
            if (reference != 0) {
                store.freeBytes(reference);
            }
        }

        @Override
        public void write(long group, BytesStore store, RowWriter out) {
            long reference = OffHeap.getLong(group + slot);
            out.setLong(column, reference == 0 ? 0 : sketch.estimate(reference, store));
        }

        private long registers(long group, BytesStore store) {
            long reference = OffHeap.getLong(group + slot);
            if (reference == 0) {
                reference = sketch.create(store);
                OffHeap.putLong(group + slot, reference);
            }
            return reference;
        }
    }
}
