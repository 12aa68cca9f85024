package io.tidemark.operator;

import io.tidemark.memory.OffHeap;
import io.tidemark.row.RowView;
import io.tidemark.row.Schema;

/**
 * A row of the columns of two rows, made by copying slots: for columns that are all of fixed length and together need one word of null bits. The
 * view that is handed out is good until the next row is made. Engine thread only.
 */
public final class PairBuffer implements AutoCloseable {
    private final Schema pairs;
    private final int leftColumns;
    private final int leftSlots;
    private final int rightSlots;
    private final long leftNulls;
    private final long rightNulls;
    private final long address;
    private final RowView view = new RowView();

    private PairBuffer(Schema pairs, Schema left) {
        this.pairs = pairs;
        leftColumns = left.size();
        leftSlots = left.fixedBytes() - Long.BYTES;
        rightSlots = pairs.fixedBytes() - Long.BYTES - leftSlots;
        leftNulls = (1L << leftColumns) - 1;
        rightNulls = -1L >>> Long.SIZE - pairs.size() & ~leftNulls;
        address = OffHeap.allocate(pairs.fixedBytes());
        view.wrap(pairs, address, pairs.fixedBytes());
    }

    /** A buffer, or null where slots cannot be copied so. */
    public static PairBuffer of(Schema pairs, int leftColumns) {
        if (pairs.isVariableLength() || pairs.nullWords() > 1 || leftColumns == 0 || leftColumns == pairs.size()) {
            return null;
        }
        return new PairBuffer(pairs, Schema.of(pairs.fields().subList(0, leftColumns)));
    }

    /** Puts two rows together. */
    public RowView both(RowView left, RowView right) {
        copyLeft(left);
        copyRight(right);
        return nulls(OffHeap.getLong(left.address()) | OffHeap.getLong(right.address()) << leftColumns);
    }

    /** A row of the left side alone, with nulls for the other columns. */
    public RowView leftAlone(RowView left) {
        copyLeft(left);
        OffHeap.zero(address + Long.BYTES + leftSlots, rightSlots);
        return nulls(OffHeap.getLong(left.address()) | rightNulls);
    }

    /** A row of the right side alone, with nulls for the other columns. */
    public RowView rightAlone(RowView right) {
        OffHeap.zero(address + Long.BYTES, leftSlots);
        copyRight(right);
        return nulls(leftNulls | OffHeap.getLong(right.address()) << leftColumns);
    }

    private void copyLeft(RowView left) {
        OffHeap.copyLongs(left.address() + Long.BYTES, address + Long.BYTES, leftSlots);
    }

    private void copyRight(RowView right) {
        OffHeap.copyLongs(right.address() + Long.BYTES, address + Long.BYTES + leftSlots, rightSlots);
    }

    private RowView nulls(long word) {
        OffHeap.putLong(address, word);
        return view;
    }

    /** The row that was made last. */
    public RowView row() {
        return view;
    }

    @Override
    public void close() {
        OffHeap.free(address);
    }
}
