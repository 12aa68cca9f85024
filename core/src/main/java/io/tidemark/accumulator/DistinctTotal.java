package io.tidemark.accumulator;

import io.tidemark.expr.eval.Decimal128;
import io.tidemark.memory.OffHeap;
import io.tidemark.operator.Scratch;
import io.tidemark.row.DataType;
import io.tidemark.row.RowView;
import io.tidemark.row.RowWriter;
import io.tidemark.state.BytesStore;

/** The running sum of different numbers: a set, then the total: 128 bits of integers or unscaled decimals, or a compensated double. */
final class DistinctTotal implements Accumulator, DistinctSet.Visitor {
    private final AccumulatorSite site;
    private final DistinctValue argument;
    private final boolean words;
    private final long most;
    private final DistinctSet set;
    private final boolean doubles;
    private final DataType result;
    private final boolean ansi;
    private final int total;
    private final int flags;
    private final int column;
    private final Decimal128 scratch = new Decimal128();

    @Scratch("set for each merge")
    private long target;

    @Scratch("set for each merge")
    private BytesStore source;

    @Scratch("set for each merge")
    private BytesStore targetStore;

    DistinctTotal(AccumulatorSite site, DistinctValue argument, boolean words, long most) {
        this.site = site;
        this.argument = argument;
        this.words = words;
        this.most = most;
        this.set = new DistinctSet(site.slots(), site.flags(), words, 0);
        this.result = site.shape().result();
        this.doubles = result.equals(DataType.DOUBLE);
        this.ansi = site.ansi();
        this.total = site.slots() + DistinctSet.BYTES;
        this.flags = site.flags();
        this.column = site.column();
    }

    @Override
    public void add(RowView row, long value, BytesStore store) {
        if (!argument.read(row)) {
            return;
        }
        if (words) {
            addWord(value, store, argument.word());
        } else {
            addBytes(value, store, argument.hash(), argument.address());
        }
    }

    @Override
    public void merge(long from, BytesStore fromStore, long to, BytesStore toStore) {
        target = to;
        source = fromStore;
        targetStore = toStore;
        set.forEach(from, fromStore, this);
    }

    @Override
    public void entry(long hash, long payload) {
        if (words) {
            addWord(target, targetStore, payload);
        } else {
            addBytes(target, targetStore, hash, DistinctSet.address(source.bytes(payload)));
        }
    }

    @Override
    public void release(long value, BytesStore store) {
        set.release(value, store);
    }

    @Override
    public void write(long value, BytesStore store, RowWriter out) {
        if (set.count(value) == 0) {
            return;
        }
        if (doubles) {
            out.setDouble(column, DoubleTotal.get(value + total));
            return;
        }
        long low = DecimalTotal.low(value + total);
        long high = DecimalTotal.high(value + total);
        scratch.set(high, low);
        boolean fits = !Flags.has(value + flags, Flags.OVERFLOWED)
                && (result.isDecimal() ? scratch.fits(result.precision()) : high == low >> 63);
        if (!fits && ansi) {
            throw Overflow.error(site);
        }
        if (!result.isDecimal()) {
            out.setLong(column, low);
        } else if (fits) {
            out.setDecimal(column, high, low);
        }
    }

    private void addWord(long value, BytesStore store, long word) {
        if (set.hasWord(value, store, word)) {
            return;
        }
        requireRoom(value);
        set.addWord(value, store, word);
        if (doubles) {
            DoubleTotal.add(value + total, Double.longBitsToDouble(word));
        } else {
            addTotal(value, word >> 63, word);
        }
    }

    private void addBytes(long value, BytesStore store, long hash, long decimal) {
        if (set.find(value, store, hash, decimal, 2 * Long.BYTES) != 0) {
            return;
        }
        requireRoom(value);
        set.addBytes(value, store, hash, decimal, 2 * Long.BYTES);
        addTotal(value, OffHeap.getLong(decimal + Long.BYTES), OffHeap.getLong(decimal));
    }

    private void addTotal(long value, long high, long low) {
        if (!DecimalTotal.add(value + total, high, low)) {
            Flags.set(value + flags, Flags.OVERFLOWED);
        }
    }

    private void requireRoom(long value) {
        if (set.count(value) >= most) {
            throw DistinctCall.exceeded(site, most);
        }
    }
}
