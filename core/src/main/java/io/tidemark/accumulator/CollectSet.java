package io.tidemark.accumulator;

import io.tidemark.expr.eval.BytesEvaluator;
import io.tidemark.expr.eval.LongEvaluator;
import io.tidemark.memory.OffHeap;
import io.tidemark.row.BytesView;
import io.tidemark.row.RowView;
import io.tidemark.row.RowWriter;
import io.tidemark.state.BytesStore;

/** The different values of a group: a chain of them, then a set whose bytes are its links. */
final class CollectSet implements Accumulator {
    private final CollectParts parts;
    private final BytesEvaluator argument;
    private final LongEvaluator time;
    private final DistinctSet set;
    private final int chain;
    private final int column;
    private final BytesView view = new BytesView();

    CollectSet(CollectParts parts, BytesEvaluator argument, LongEvaluator time, int column) {
        this.parts = parts;
        this.argument = argument;
        this.time = time;
        this.set = new DistinctSet(parts.rest(), parts.flags(), false, ValueChain.LINK_BYTES);
        this.chain = parts.chain();
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
            int sign = parts.isMinusZero(text.address(), text.length()) ? 1 : 0;
            add(value, store, text.address() + sign, text.length() - sign, time.getLong(row), row.position());
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
        set.release(value, store);
    }

    @Override
    public void write(long value, BytesStore store, RowWriter out) {
        parts.write(value, store, out, column);
    }

    private void add(long value, BytesStore store, long text, int length, long timeNs, long position) {
        long hash = Hash64.of(text, length);
        long found = set.find(value, store, hash, text, length);
        if (found != 0) {
            ValueChain.advance(value + chain, store, found, timeNs, position);
            return;
        }
        parts.require(set.count(value));
        long link = set.addBytes(value, store, hash, text, length);
        ValueChain.insert(value + chain, store, link, timeNs, position);
    }
}
