package io.tidemark.accumulator;

import io.tidemark.expr.eval.DoubleEvaluator;
import io.tidemark.row.RowView;
import io.tidemark.row.RowWriter;
import io.tidemark.state.BytesStore;

/** Sum of doubles. */
final class SumDouble implements Accumulator {
    private final DoubleEvaluator argument;
    private final boolean nullable;
    private final int slot;
    private final int flags;
    private final int column;

    SumDouble(AccumulatorSite site) {
        this.argument = site.argument().asDouble();
        this.nullable = site.argument().nullable();
        this.slot = site.slots();
        this.flags = site.flags();
        this.column = site.column();
    }

    @Override
    public void add(RowView row, long value, BytesStore store) {
        if (nullable) {
            if (argument.isNull(row)) {
                return;
            }
            Flags.set(value + flags, Flags.SEEN);
        }
        DoubleTotal.add(value + slot, argument.getDouble(row));
    }

    @Override
    public void merge(long from, BytesStore fromStore, long to, BytesStore toStore) {
        if (!nullable || Flags.has(from + flags, Flags.SEEN)) {
            Flags.set(to + flags, Flags.SEEN);
            DoubleTotal.merge(from + slot, to + slot);
        }
    }

    @Override
    public void write(long value, BytesStore store, RowWriter out) {
        if (!nullable || Flags.has(value + flags, Flags.SEEN)) {
            out.setDouble(column, DoubleTotal.get(value + slot));
        }
    }
}
