package io.tidemark.accumulator;

import io.tidemark.expr.Aggregate;
import io.tidemark.expr.eval.BoolEvaluator;
import io.tidemark.memory.OffHeap;
import io.tidemark.operator.BindScope;
import io.tidemark.row.DataType;
import io.tidemark.row.RowView;
import io.tidemark.row.RowWriter;
import io.tidemark.state.BytesStore;
import java.util.List;

/** {@code count_if(condition)}: rows for which it is true; 0 when there is none. */
final class CountIf implements AggregateFunction {
    @Override
    public String name() {
        return "count_if";
    }

    @Override
    public AggregateShape shape(BindScope scope, Aggregate call, List<DataType> types, List<Boolean> nullable) {
        return Arguments.oneCondition(scope, call, types) ? new AggregateShape(DataType.LONG, false, Long.BYTES) : null;
    }

    @Override
    public Accumulator create(AccumulatorSite site) {
        return site.node(Running.class, site.argument().asBool(), site.slots(), site.column());
    }

    @Override
    public AggregateFunction changing(List<DataType> types) {
        return this;
    }

    /** The running count. */
    static final class Running implements Accumulator {
        private final BoolEvaluator condition;
        private final int slot;
        private final int column;

        Running(BoolEvaluator condition, int slot, int column) {
            this.condition = condition;
            this.slot = slot;
            this.column = column;
        }

        @Override
        public void add(RowView row, long value, BytesStore store) {
            if (condition.test(row) == BoolEvaluator.TRUE) {
                OffHeap.putLong(value + slot, OffHeap.getLong(value + slot) + 1);
            }
        }

        @Override
        public void retract(RowView row, long value, BytesStore store) {
            if (condition.test(row) == BoolEvaluator.TRUE) {
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
