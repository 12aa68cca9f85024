package io.tidemark.accumulator;

import io.tidemark.error.ErrorCode;
import io.tidemark.expr.Aggregate;
import io.tidemark.expr.eval.Evaluator;
import io.tidemark.memory.OffHeap;
import io.tidemark.operator.BindScope;
import io.tidemark.row.DataType;
import io.tidemark.row.RowView;
import io.tidemark.row.RowWriter;
import io.tidemark.state.BytesStore;
import java.util.List;

/** {@code count(*)}: rows; {@code count(x)}: values that are not null. */
final class Count implements AggregateFunction {
    @Override
    public String name() {
        return "count";
    }

    @Override
    public AggregateShape shape(BindScope scope, Aggregate call, List<DataType> types, List<Boolean> nullable) {
        if (types.size() > 1) {
            scope.problem(
                    ErrorCode.FUNCTION_UNSUPPORTED,
                    call.call(),
                    "It takes no argument or one and got " + types.size() + ".",
                    "Count rows with count(), or values of one column.");
            return null;
        }
        return new AggregateShape(DataType.LONG, false, Long.BYTES);
    }

    @Override
    public Accumulator create(AccumulatorSite site) {
        if (site.arguments().isEmpty() || !site.argument().nullable()) {
            return site.node(Rows.class, site.slots(), site.column());
        }
        return site.node(Values.class, site.argument().evaluator(), site.slots(), site.column());
    }

    @Override
    public AggregateFunction changing(List<DataType> types) {
        return this;
    }

    /** Counts rows. */
    static final class Rows implements Accumulator {
        private final int slot;
        private final int column;

        Rows(int slot, int column) {
            this.slot = slot;
            this.column = column;
        }

        @Override
        public void add(RowView row, long value, BytesStore store) {
            OffHeap.putLong(value + slot, OffHeap.getLong(value + slot) + 1);
        }

        @Override
        public void retract(RowView row, long value, BytesStore store) {
            OffHeap.putLong(value + slot, OffHeap.getLong(value + slot) - 1);
        }

        @Override
        public void merge(long from, BytesStore fromStore, long to, BytesStore toStore) {
            OffHeap.putLong(to + slot, OffHeap.getLong(to + slot) + OffHeap.getLong(from + slot));
        }

        @Override
        public void write(long value, BytesStore store, RowWriter out) {
            out.setLong(column, OffHeap.getLong(value + slot));
        }
    }

    /** Counts values that are not null. */
    static final class Values implements Accumulator {
        private final Evaluator argument;
        private final int slot;
        private final int column;

        Values(Evaluator argument, int slot, int column) {
            this.argument = argument;
            this.slot = slot;
            this.column = column;
        }

        @Override
        public void add(RowView row, long value, BytesStore store) {
            if (!argument.isNull(row)) {
                OffHeap.putLong(value + slot, OffHeap.getLong(value + slot) + 1);
            }
        }

        @Override
        public void retract(RowView row, long value, BytesStore store) {
            if (!argument.isNull(row)) {
                OffHeap.putLong(value + slot, OffHeap.getLong(value + slot) - 1);
            }
        }

        @Override
        public void merge(long from, BytesStore fromStore, long to, BytesStore toStore) {
            OffHeap.putLong(to + slot, OffHeap.getLong(to + slot) + OffHeap.getLong(from + slot));
        }

        @Override
        public void write(long value, BytesStore store, RowWriter out) {
            out.setLong(column, OffHeap.getLong(value + slot));
        }
    }
}
