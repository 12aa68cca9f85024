package io.tidemark.operator;

import io.tidemark.memory.OffHeap;
import io.tidemark.row.RowView;
import io.tidemark.row.Schema;

/**
 * A pair of rows in memory of its own. A record, so that the compiler trusts its fields where the plan is a constant.
 *
 * @param leftBytes bytes of the slots of the left side
 * @param leftNulls null bits of the left columns
 * @param address where the pair stands
 * @param view reads it
 */
record PairSlots(
        int leftColumns, int leftBytes, int rightBytes, long leftNulls, long rightNulls, long address, RowView view)
        implements PairBuffer {
    /** Slots for the columns of a schema, the first of which are the left ones. */
    static PairSlots of(Schema pairs, int leftColumns) {
        int leftBytes = Schema.of(pairs.fields().subList(0, leftColumns)).fixedBytes() - Long.BYTES;
        long leftNulls = (1L << leftColumns) - 1;
        long address = OffHeap.allocate(pairs.fixedBytes());
        return new PairSlots(
                leftColumns,
                leftBytes,
                pairs.fixedBytes() - Long.BYTES - leftBytes,
                leftNulls,
                -1L >>> Long.SIZE - pairs.size() & ~leftNulls,
                address,
                new RowView().wrap(pairs, address, pairs.fixedBytes()));
    }

    @Override
    public RowView both(RowView left, RowView right) {
        copyLeft(left);
        copyRight(right);
        return nulls(OffHeap.getLong(left.address()) | OffHeap.getLong(right.address()) << leftColumns);
    }

    @Override
    public RowView leftAlone(RowView left) {
        copyLeft(left);
        OffHeap.zero(address + Long.BYTES + leftBytes, rightBytes);
        return nulls(OffHeap.getLong(left.address()) | rightNulls);
    }

    @Override
    public RowView rightAlone(RowView right) {
        OffHeap.zero(address + Long.BYTES, leftBytes);
        copyRight(right);
        return nulls(leftNulls | OffHeap.getLong(right.address()) << leftColumns);
    }

    private void copyLeft(RowView left) {
        OffHeap.copyLongs(left.address() + Long.BYTES, address + Long.BYTES, leftBytes);
    }

    private void copyRight(RowView right) {
        OffHeap.copyLongs(right.address() + Long.BYTES, address + Long.BYTES + leftBytes, rightBytes);
    }

    private RowView nulls(long word) {
        OffHeap.putLong(address, word);
        return view;
    }

    @Override
    public RowView row() {
        return view;
    }

    @Override
    public void close() {
        OffHeap.free(address);
    }
}
