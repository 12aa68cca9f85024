package io.tidemark.accumulator;

import io.tidemark.row.RowView;
import io.tidemark.row.RowWriter;
import io.tidemark.state.BytesStore;

/** No aggregate: groups that have none only exist. */
final class NoAccumulator implements Accumulator {
    NoAccumulator() {}

    @Override
    public void add(RowView row, long value, BytesStore store) {
        // Nothing to take in.
    }

    @Override
    public void retract(RowView row, long value, BytesStore store) {
        // Nothing was taken in.
    }

    @Override
    public void merge(long from, BytesStore fromStore, long to, BytesStore toStore) {
        // Nothing to take in.
    }

    @Override
    public void write(long value, BytesStore store, RowWriter out) {
        // Nothing to store.
    }
}
