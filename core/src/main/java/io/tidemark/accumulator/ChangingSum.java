package io.tidemark.accumulator;

import io.tidemark.expr.Aggregate;
import io.tidemark.expr.eval.Decimal128;
import io.tidemark.expr.eval.DecimalEvaluator;
import io.tidemark.expr.eval.LongEvaluator;
import io.tidemark.memory.OffHeap;
import io.tidemark.operator.BindScope;
import io.tidemark.row.DataType;
import io.tidemark.row.RowView;
import io.tidemark.row.RowWriter;
import io.tidemark.state.BytesStore;
import java.util.List;

/**
 * {@code sum(x)} over rows that may be taken back: a 128-bit total and the number of values, so that the sum is null again when the last value went. Whether
 * it fits its type is looked at when it comes out.
 */
final class ChangingSum implements AggregateFunction {
    @Override
    public String name() {
        return "sum";
    }

    @Override
    public AggregateShape shape(BindScope scope, Aggregate call, List<DataType> types, List<Boolean> nullable) {
        AggregateShape shape = new Sum().shape(scope, call, types, nullable);
        return shape == null ? null : new AggregateShape(shape.result(), true, DecimalTotal.BYTES + Long.BYTES);
    }

    @Override
    public Accumulator create(AccumulatorSite site) {
        return site.argument().type().kind() == DataType.Kind.DECIMAL
                ? site.node(Running.class, null, site.argument().asDecimal(), site)
                : site.node(Running.class, site.argument().asLong(), null, site);
    }

    /** The running sum. */
    static final class Running implements Accumulator {
        private final LongEvaluator integer;
        private final DecimalEvaluator decimal;
        private final AccumulatorSite site;
        private final int slot;
        private final Decimal128 scratch = new Decimal128();

        Running(LongEvaluator integer, DecimalEvaluator decimal, AccumulatorSite site) {
            this.integer = integer;
            this.decimal = decimal;
            this.site = site;
            this.slot = site.slots();
        }

        @Override
        public void add(RowView row, long value, BytesStore store) {
            if (read(row)) {
                add(value, scratch.high(), scratch.low(), 1);
            }
        }

        @Override
        public void retract(RowView row, long value, BytesStore store) {
            if (read(row)) {
                DecimalTotal.subtract(value + slot, scratch.high(), scratch.low());
                addCount(value, -1);
            }
        }

        @Override
        public void merge(long from, BytesStore fromStore, long to, BytesStore toStore) {
            long count = OffHeap.getLong(from + slot + DecimalTotal.BYTES);
            add(to, DecimalTotal.high(from + slot), DecimalTotal.low(from + slot), count);
        }

        @Override
        public void write(long value, BytesStore store, RowWriter out) {
            if (OffHeap.getLong(value + slot + DecimalTotal.BYTES) == 0) {
                return;
            }
            scratch.set(DecimalTotal.high(value + slot), DecimalTotal.low(value + slot));
            if (integer != null && scratch.high() == scratch.low() >> 63) {
                out.setLong(site.column(), scratch.low());
            } else if (decimal != null && scratch.fits(site.shape().result().precision())) {
                out.setDecimal(site.column(), scratch.high(), scratch.low());
            } else if (site.ansi()) {
                throw Overflow.error(site);
            } else if (integer != null) {
                out.setLong(site.column(), scratch.low());
            }
        }

        private boolean read(RowView row) {
            if (integer != null) {
                if (integer.isNull(row)) {
                    return false;
                }
                long number = integer.getLong(row);
                scratch.set(number >> 63, number);
                return true;
            }
            if (decimal.isNull(row)) {
                return false;
            }
            decimal.getDecimal(row, scratch);
            return true;
        }

        private void add(long value, long high, long low, long count) {
            if (!DecimalTotal.add(value + slot, high, low)) {
                throw Overflow.error(site);
            }
            addCount(value, count);
        }

        private void addCount(long value, long count) {
            long address = value + slot + DecimalTotal.BYTES;
            OffHeap.putLong(address, OffHeap.getLong(address) + count);
        }
    }
}
