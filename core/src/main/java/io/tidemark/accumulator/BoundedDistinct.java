package io.tidemark.accumulator;

import io.tidemark.operator.Scratch;
import io.tidemark.state.BytesStore;

/**
 * The different values of a group up to a bound. Above it the group is an error, or turns into an estimate: {@link HyperLogLog} of all values
 * that it has seen. What becomes of a group depends on its values alone, not on their order.
 */
final class BoundedDistinct implements DistinctSet.Visitor {
    private final DistinctSet set;
    private final boolean words;
    private final long most;
    private final HyperLogLog sketch;
    private final SketchFiller filler;
    private final int flags;
    private final AccumulatorSite site;

    @Scratch("set for each merge")
    private long target;

    @Scratch("set for each merge")
    private BytesStore source;

    @Scratch("set for each merge")
    private BytesStore targetStore;

    /**
     * A bounded set.
     *
     * @param most greatest number of values of a group
     * @param sketch what a group with more becomes, or null: then it is an error
     */
    BoundedDistinct(AccumulatorSite site, boolean words, long most, HyperLogLog sketch) {
        this.set = new DistinctSet(site.slots(), site.flags(), words, 0);
        this.words = words;
        this.most = most;
        this.sketch = sketch;
        this.filler = sketch == null ? null : new SketchFiller(sketch, words);
        this.flags = site.flags();
        this.site = site;
    }

    /** Whether the group is a set, not an estimate. */
    boolean isExact(long value) {
        return !Flags.has(value + flags, Flags.ESTIMATE);
    }

    /** Number of different values; of an estimate at least one more than the bound. */
    long count(long value, BytesStore store) {
        return isExact(value) ? set.count(value) : Math.max(most + 1, sketch.estimate(set.replacement(value), store));
    }

    /** Takes in the value that was read last. */
    void add(DistinctValue given, long value, BytesStore store) {
        if (!isExact(value)) {
            sketch.add(set.replacement(value), store, given.hash());
        } else if (words) {
            addWord(value, store, given.word());
        } else {
            addBytes(value, store, given.hash(), given.address(), given.length());
        }
    }

    /** Takes in all values of another group. */
    void merge(long from, BytesStore fromStore, long to, BytesStore toStore) {
        if (isExact(from)) {
            target = to;
            source = fromStore;
            targetStore = toStore;
            set.forEach(from, fromStore, this);
            return;
        }
        if (isExact(to)) {
            estimate(to, toStore);
        }
        sketch.merge(set.replacement(from), fromStore, set.replacement(to), toStore);
    }

    @Override
    public void entry(long hash, long payload) {
        if (!isExact(target)) {
            sketch.add(set.replacement(target), targetStore, words ? Hash64.of(payload) : hash);
        } else if (words) {
            addWord(target, targetStore, payload);
        } else {
            long bytes = source.bytes(payload);
            addBytes(target, targetStore, hash, DistinctSet.address(bytes), DistinctSet.length(bytes));
        }
    }

    /** Frees what the group owns. */
    void release(long value, BytesStore store) {
        if (isExact(value)) {
            set.release(value, store);
        } else {
            store.freeBytes(set.replacement(value));
        }
    }

    private void addWord(long value, BytesStore store, long word) {
        if (set.hasWord(value, store, word)) {
            return;
        }
        if (set.count(value) < most) {
            set.addWord(value, store, word);
        } else {
            estimate(value, store);
            sketch.add(set.replacement(value), store, Hash64.of(word));
        }
    }

    private void addBytes(long value, BytesStore store, long hash, long address, int length) {
        if (set.find(value, store, hash, address, length) != 0) {
            return;
        }
        if (set.count(value) < most) {
            set.addBytes(value, store, hash, address, length);
        } else {
            estimate(value, store);
            sketch.add(set.replacement(value), store, hash);
        }
    }

    /** Turns the set into an estimate, or refuses to. */
    private void estimate(long value, BytesStore store) {
        if (sketch == null) {
            throw DistinctCall.exceeded(site, most);
        }
        long registers = sketch.create(store);
        set.forEach(value, store, filler.into(registers, store));
        set.release(value, store);
        set.replace(value, registers);
        Flags.set(value + flags, Flags.ESTIMATE);
    }

    /** Fills registers with the values of a set. */
    static final class SketchFiller implements DistinctSet.Visitor {
        private final HyperLogLog sketch;
        private final boolean words;

        @Scratch("set before each use")
        private long registers;

        @Scratch("set before each use")
        private BytesStore store;

        SketchFiller(HyperLogLog sketch, boolean words) {
            this.sketch = sketch;
            this.words = words;
        }

        SketchFiller into(long newRegisters, BytesStore newStore) {
            registers = newRegisters;
            store = newStore;
            return this;
        }

        @Override
        public void entry(long hash, long payload) {
            sketch.add(registers, store, words ? Hash64.of(payload) : hash);
        }
    }
}
