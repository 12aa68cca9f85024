package io.tidemark.accumulator;

import io.tidemark.expr.eval.BytesEvaluator;
import io.tidemark.memory.OffHeap;
import io.tidemark.row.BytesView;
import io.tidemark.row.RowView;
import io.tidemark.row.RowWriter;
import io.tidemark.state.BytesStore;

/**
 * Keeps a text or binary value: two slots, a reference to bytes of the store, and {@code capacity << 32 | length}. A value that fits the
 * capacity is replaced in place, a longer one gets new bytes: at least twice the capacity while that is below 4 KiB.
 */
final class BytesCell implements ValueCell {
    static final int BYTES = 2 * Long.BYTES;

    private static final int SMALLEST_CAPACITY = 16;
    private static final int DOUBLED_BELOW = 4096;

    private final BytesEvaluator argument;
    private final BytesView current = new BytesView();
    private final BytesView kept = new BytesView();

    BytesCell(BytesEvaluator argument) {
        this.argument = argument;
    }

    @Override
    public boolean isNull(RowView row) {
        return argument.isNull(row);
    }

    @Override
    public boolean sized() {
        return true;
    }

    @Override
    public boolean fits(RowView row, int maxBytes) {
        return argument.isNull(row) || argument.getBytes(row, current).length() <= maxBytes;
    }

    @Override
    public void store(RowView row, long address, BytesStore store) {
        keep(argument.getBytes(row, current), address, store);
    }

    @Override
    public void copy(long from, BytesStore fromStore, long to, BytesStore toStore) {
        keep(kept(from, fromStore), to, toStore);
    }

    @Override
    public int compareKept(long left, BytesStore leftStore, long right, BytesStore rightStore) {
        BytesView leftValue = current.wrap(leftStore.bytes(OffHeap.getLong(left)), OffHeap.getInt(left + Long.BYTES));
        return leftValue.compareBytes(kept(right, rightStore));
    }

    @Override
    public int compare(RowView row, long address, BytesStore store) {
        return argument.getBytes(row, current).compareBytes(kept(address, store));
    }

    @Override
    public void release(long address, BytesStore store) {
        long reference = OffHeap.getLong(address);
        if (reference != 0) {
            store.freeBytes(reference);
        }
    }

    @Override
    public void write(long address, BytesStore store, RowWriter out, int column) {
        out.setBytes(column, kept(address, store));
    }

    private BytesView kept(long address, BytesStore store) {
        return kept.wrap(store.bytes(OffHeap.getLong(address)), OffHeap.getInt(address + Long.BYTES));
    }

    private void keep(BytesView value, long address, BytesStore store) {
        int length = value.length();
        long reference = OffHeap.getLong(address);
        int capacity = (int) (OffHeap.getLong(address + Long.BYTES) >>> 32);
        if (reference == 0 || length > capacity) {
            capacity = Math.max(length, capacity < DOUBLED_BELOW ? 2 * capacity : 0);
            capacity = Math.max(capacity, SMALLEST_CAPACITY);
            long longer = store.allocateBytes(capacity);
            release(address, store);
            reference = longer;
        }
        OffHeap.copy(value.address(), store.bytesForUpdate(reference, length), length);
        OffHeap.putLong(address, reference);
        OffHeap.putLong(address + Long.BYTES, (long) capacity << 32 | length);
    }
}
