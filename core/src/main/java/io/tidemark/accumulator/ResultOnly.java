package io.tidemark.accumulator;

import io.tidemark.row.RowView;
import io.tidemark.row.RowWriter;
import io.tidemark.state.BytesStore;

/** An aggregate that reads the state which another one of the same list keeps. */
final class ResultOnly implements Accumulator {
    private final Accumulator reader;

    ResultOnly(Accumulator reader) {
        this.reader = reader;
    }

    @Override
    public void add(RowView row, long value, BytesStore store) {
        // The keeper of the state does it.
    }

    @Override
    public void merge(long from, BytesStore fromStore, long to, BytesStore toStore) {
        // The keeper of the state does it.
    }

    @Override
    public void write(long value, BytesStore store, RowWriter out) {
        reader.write(value, store, out);
    }
}
