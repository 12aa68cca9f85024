package io.tidemark.accumulator;

import io.tidemark.expr.eval.LongEvaluator;
import io.tidemark.memory.OffHeap;
import io.tidemark.row.RowView;
import io.tidemark.row.RowWriter;
import io.tidemark.state.BytesStore;

/** Sum of ints or longs in a long: an overflow is an error, or wraps around in the lenient mode. */
final class SumLong implements Accumulator {
    private final LongEvaluator argument;
    private final boolean nullable;
    private final boolean ansi;
    private final int slot;
    private final int flags;
    private final int column;
    private final AccumulatorSite site;

    SumLong(AccumulatorSite site) {
        this.argument = site.argument().asLong();
        this.nullable = site.argument().nullable();
        this.ansi = site.ansi();
        this.slot = site.slots();
        this.flags = site.flags();
        this.column = site.column();
        this.site = site;
    }

    @Override
    public void add(RowView row, long value, BytesStore store) {
        if (nullable) {
            if (argument.isNull(row)) {
                return;
            }
            Flags.set(value + flags, Flags.SEEN);
        }
        addTo(value, argument.getLong(row));
    }

    @Override
    public void merge(long from, BytesStore fromStore, long to, BytesStore toStore) {
        if (!nullable || Flags.has(from + flags, Flags.SEEN)) {
            if (nullable) {
                Flags.set(to + flags, Flags.SEEN);
            }
            addTo(to, OffHeap.getLong(from + slot));
        }
    }

    @Override
    public void write(long value, BytesStore store, RowWriter out) {
        if (!nullable || Flags.has(value + flags, Flags.SEEN)) {
            out.setLong(column, OffHeap.getLong(value + slot));
        }
    }

    private void addTo(long value, long addend) {
        long sum = OffHeap.getLong(value + slot);
        long total = sum + addend;
        if (ansi && ((sum ^ total) & (addend ^ total)) < 0) {
            throw Overflow.error(site);
        }
        OffHeap.putLong(value + slot, total);
    }
}
