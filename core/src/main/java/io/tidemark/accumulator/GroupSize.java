package io.tidemark.accumulator;

import io.tidemark.memory.OffHeap;
import io.tidemark.row.RowView;
import io.tidemark.row.RowWriter;
import io.tidemark.state.BytesStore;

/** Number of rows of a group whose rows may be taken back: it is there while it has some. It comes out in no column. */
final class GroupSize implements Accumulator {
    private final int slot;

    GroupSize(int slot) {
        this.slot = slot;
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
        // Nothing comes out.
    }
}
