package io.tidemark.accumulator;

import io.tidemark.expr.eval.Decimal128;
import io.tidemark.expr.eval.DecimalArithmetic;
import io.tidemark.expr.eval.DecimalEvaluator;
import io.tidemark.memory.OffHeap;
import io.tidemark.row.DataType;
import io.tidemark.row.RowView;
import io.tidemark.row.RowWriter;
import io.tidemark.state.BytesStore;

/** Mean of decimals: the exact sum, then the count; rounded half up to the scale of the result. */
final class AverageDecimal implements Accumulator {
    private final DecimalEvaluator argument;
    private final DataType argumentType;
    private final DataType result;
    private final boolean ansi;
    private final int slot;
    private final int flags;
    private final int column;
    private final AccumulatorSite site;
    private final Decimal128 scratch = new Decimal128();
    private final Decimal128 divisor = new Decimal128();
    private final DecimalArithmetic arithmetic = new DecimalArithmetic();

    AverageDecimal(AccumulatorSite site) {
        this.argument = site.argument().asDecimal();
        this.argumentType = site.argument().type();
        this.result = site.shape().result();
        this.ansi = site.ansi();
        this.slot = site.slots();
        this.flags = site.flags();
        this.column = site.column();
        this.site = site;
    }

    @Override
    public void add(RowView row, long value, BytesStore store) {
        if (argument.isNull(row)) {
            return;
        }
        argument.getDecimal(row, scratch);
        if (!DecimalTotal.add(value + slot, scratch.high(), scratch.low())) {
            overflow(value);
        }
        long count = value + slot + DecimalTotal.BYTES;
        OffHeap.putLong(count, OffHeap.getLong(count) + 1);
    }

    @Override
    public void retract(RowView row, long value, BytesStore store) {
        if (argument.isNull(row)) {
            return;
        }
        argument.getDecimal(row, scratch);
        DecimalTotal.subtract(value + slot, scratch.high(), scratch.low());
        long count = value + slot + DecimalTotal.BYTES;
        OffHeap.putLong(count, OffHeap.getLong(count) - 1);
    }

    @Override
    public void merge(long from, BytesStore fromStore, long to, BytesStore toStore) {
        if (Flags.has(from + flags, Flags.OVERFLOWED)
                || !DecimalTotal.add(to + slot, DecimalTotal.high(from + slot), DecimalTotal.low(from + slot))) {
            overflow(to);
        }
        long count = to + slot + DecimalTotal.BYTES;
        OffHeap.putLong(count, OffHeap.getLong(count) + OffHeap.getLong(from + slot + DecimalTotal.BYTES));
    }

    @Override
    public void write(long value, BytesStore store, RowWriter out) {
        long count = OffHeap.getLong(value + slot + DecimalTotal.BYTES);
        if (count == 0 || Flags.has(value + flags, Flags.OVERFLOWED)) {
            return;
        }
        scratch.set(DecimalTotal.high(value + slot), DecimalTotal.low(value + slot));
        divisor.set(count);
        if (arithmetic.divide(scratch, argumentType.scale(), divisor, 0, result, scratch)) {
            out.setDecimal(column, scratch.high(), scratch.low());
        } else if (ansi) {
            throw Overflow.error(site);
        }
    }

    private void overflow(long value) {
        if (ansi) {
            throw Overflow.error(site);
        }
        Flags.set(value + flags, Flags.OVERFLOWED);
    }
}
