package io.tidemark.accumulator;

import io.tidemark.row.RowView;
import io.tidemark.row.RowWriter;
import io.tidemark.state.BytesStore;

/** Two accumulators, one after the other. */
final class AccumulatorPair implements Accumulator {
    private final Accumulator first;
    private final Accumulator rest;

    AccumulatorPair(Accumulator first, Accumulator rest) {
        this.first = first;
        this.rest = rest;
    }

    @Override
    public boolean fits(RowView row, int maxBytes) {
        return first.fits(row, maxBytes) && rest.fits(row, maxBytes);
    }

    @Override
    public boolean sized() {
        return first.sized() || rest.sized();
    }

    @Override
    public void add(RowView row, long value, BytesStore store) {
        first.add(row, value, store);
        rest.add(row, value, store);
    }

    @Override
    public void retract(RowView row, long value, BytesStore store) {
        first.retract(row, value, store);
        rest.retract(row, value, store);
    }

    @Override
    public void merge(long from, BytesStore fromStore, long to, BytesStore toStore) {
        first.merge(from, fromStore, to, toStore);
        rest.merge(from, fromStore, to, toStore);
    }

    @Override
    public void release(long value, BytesStore store) {
        first.release(value, store);
        rest.release(value, store);
    }

    @Override
    public void write(long value, BytesStore store, RowWriter out) {
        first.write(value, store, out);
        rest.write(value, store, out);
    }
}
