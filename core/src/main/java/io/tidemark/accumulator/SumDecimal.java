package io.tidemark.accumulator;

import io.tidemark.expr.eval.Decimal128;
import io.tidemark.expr.eval.DecimalEvaluator;
import io.tidemark.row.RowView;
import io.tidemark.row.RowWriter;
import io.tidemark.state.BytesStore;

/**
 * Exact sum of decimals. A sum that leaves the digits of its type is an error; in the lenient mode it is null from then on, also
 * when a later row would bring it back.
 */
final class SumDecimal implements Accumulator {
    private final DecimalEvaluator argument;
    private final int precision;
    private final boolean nullable;
    private final boolean ansi;
    private final int slot;
    private final int flags;
    private final int column;
    private final AccumulatorSite site;
    private final Decimal128 scratch = new Decimal128();

    SumDecimal(AccumulatorSite site) {
        this.argument = site.argument().asDecimal();
        this.precision = site.shape().result().precision();
        this.nullable = site.argument().nullable();
        this.ansi = site.ansi();
        this.slot = site.slots();
        this.flags = site.flags();
        this.column = site.column();
        this.site = site;
    }

    @Override
    public void add(RowView row, long value, BytesStore store) {
        if (nullable && argument.isNull(row)) {
            return;
        }
        argument.getDecimal(row, scratch);
        addScratch(value);
    }

    @Override
    public void merge(long from, BytesStore fromStore, long to, BytesStore toStore) {
        if (Flags.has(from + flags, Flags.OVERFLOWED)) {
            Flags.set(to + flags, Flags.OVERFLOWED);
        }
        if (Flags.has(from + flags, Flags.SEEN)) {
            scratch.set(DecimalTotal.high(from + slot), DecimalTotal.low(from + slot));
            addScratch(to);
        }
    }

    @Override
    public void write(long value, BytesStore store, RowWriter out) {
        if (Flags.has(value + flags, Flags.SEEN) && !Flags.has(value + flags, Flags.OVERFLOWED)) {
            out.setDecimal(column, DecimalTotal.high(value + slot), DecimalTotal.low(value + slot));
        }
    }

    private void addScratch(long value) {
        Flags.set(value + flags, Flags.SEEN);
        long address = value + slot;
        boolean added = DecimalTotal.add(address, scratch.high(), scratch.low());
        scratch.set(DecimalTotal.high(address), DecimalTotal.low(address));
        if (!added || !scratch.fits(precision)) {
            if (ansi) {
                throw Overflow.error(site);
            }
            Flags.set(value + flags, Flags.OVERFLOWED);
        }
    }
}
