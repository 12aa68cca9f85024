package io.tidemark.accumulator;

import io.tidemark.expr.eval.BytesEvaluator;
import io.tidemark.expr.eval.LongEvaluator;
import io.tidemark.memory.OffHeap;
import io.tidemark.row.BytesView;
import io.tidemark.row.RowView;
import io.tidemark.row.RowWriter;
import io.tidemark.state.BytesStore;

/** All values of a group: a chain, then their number. */
final class CollectList implements Accumulator {
    private final CollectParts parts;
    private final BytesEvaluator argument;
    private final LongEvaluator time;
    private final int chain;
    private final int count;
    private final int column;
    private final BytesView view = new BytesView();

    CollectList(CollectParts parts, BytesEvaluator argument, LongEvaluator time, int column) {
        this.parts = parts;
        this.argument = argument;
        this.time = time;
        this.chain = parts.chain();
        this.count = parts.rest();
        this.column = column;
    }

    @Override
    public boolean sized() {
        return true;
    }

    @Override
    public boolean fits(RowView row, int maxBytes) {
        return argument.isNull(row) || argument.getBytes(row, view).length() <= maxBytes - CollectParts.VALUE_HEADER;
    }

    @Override
    public void add(RowView row, long value, BytesStore store) {
        if (!argument.isNull(row)) {
            BytesView text = argument.getBytes(row, view);
            add(value, store, text.address(), text.length(), time.getLong(row), row.position());
        }
    }

    @Override
    public void merge(long from, BytesStore fromStore, long to, BytesStore toStore) {
        for (long link = ValueChain.first(from + chain); link != 0; ) {
            long address = fromStore.bytes(link);
            add(
                    to,
                    toStore,
                    address + CollectParts.VALUE_HEADER,
                    OffHeap.getInt(address + ValueChain.LINK_BYTES),
                    ValueChain.time(address),
                    ValueChain.position(address));
            link = ValueChain.next(address);
        }
    }

    @Override
    public void release(long value, BytesStore store) {
        for (long link = ValueChain.first(value + chain); link != 0; ) {
            long next = ValueChain.next(store.bytes(link));
            store.freeBytes(link);
            link = next;
        }
    }

    @Override
    public void write(long value, BytesStore store, RowWriter out) {
        parts.write(value, store, out, column);
    }

    private void add(long value, BytesStore store, long text, int length, long timeNs, long position) {
        long values = OffHeap.getLong(value + count);
        parts.require(values);
        int bytes = CollectParts.VALUE_HEADER + length;
        long link = store.allocateBytes(bytes);
        long address = store.bytesForUpdate(link, bytes);
        OffHeap.putInt(address + ValueChain.LINK_BYTES, length);
        OffHeap.copy(text, address + CollectParts.VALUE_HEADER, length);
        ValueChain.insert(value + chain, store, link, timeNs, position);
        OffHeap.putLong(value + count, values + 1);
    }
}
