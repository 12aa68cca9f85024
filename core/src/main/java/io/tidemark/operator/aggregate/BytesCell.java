package io.tidemark.operator.aggregate;

import io.tidemark.expr.eval.BytesEvaluator;
import io.tidemark.memory.OffHeap;
import io.tidemark.row.BytesView;
import io.tidemark.row.RowView;
import io.tidemark.row.RowWriter;
import io.tidemark.state.StatePane;

/**
 * Keeps a text or binary value: two slots, a reference to bytes of the pane, and {@code capacity << 32 | length}. A value that fits the
 * capacity is replaced in place, a longer one gets new bytes: at least twice the capacity while that is below 4 KiB. The old bytes
 * are freed with the pane.
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
    public boolean fits(RowView row, int maxBytes) {
        return argument.isNull(row) || argument.getBytes(row, current).length() <= maxBytes;
    }

    @Override
    public void store(RowView row, long address, StatePane pane) {
        keep(argument.getBytes(row, current), address, pane);
    }

    @Override
    public void copy(long from, StatePane fromPane, long to, StatePane toPane) {
        keep(kept(from, fromPane), to, toPane);
    }

    @Override
    public int compareKept(long left, StatePane leftPane, long right, StatePane rightPane) {
        BytesView leftValue = current.wrap(leftPane.bytes(OffHeap.getLong(left)), OffHeap.getInt(left + Long.BYTES));
        return leftValue.compareBytes(kept(right, rightPane));
    }

    @Override
    public int compare(RowView row, long address, StatePane pane) {
        return argument.getBytes(row, current).compareBytes(kept(address, pane));
    }

    @Override
    public void write(long address, StatePane pane, RowWriter out, int column) {
        out.setBytes(column, kept(address, pane));
    }

    private BytesView kept(long address, StatePane pane) {
        return kept.wrap(pane.bytes(OffHeap.getLong(address)), OffHeap.getInt(address + Long.BYTES));
    }

    private void keep(BytesView value, long address, StatePane pane) {
        int length = value.length();
        long reference = OffHeap.getLong(address);
        int capacity = (int) (OffHeap.getLong(address + Long.BYTES) >>> 32);
        if (reference == 0 || length > capacity) {
            capacity = Math.max(length, capacity < DOUBLED_BELOW ? 2 * capacity : 0);
            capacity = Math.max(capacity, SMALLEST_CAPACITY);
            reference = pane.allocateBytes(capacity);
        }
        OffHeap.copy(value.address(), pane.bytesForUpdate(reference, length), length);
        OffHeap.putLong(address, reference);
        OffHeap.putLong(address + Long.BYTES, (long) capacity << 32 | length);
    }
}
