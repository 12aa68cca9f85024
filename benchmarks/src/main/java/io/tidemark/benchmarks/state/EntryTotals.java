package io.tidemark.benchmarks.state;

import net.openhft.chronicle.map.ChronicleMap;
import net.openhft.chronicle.map.ChronicleMapBuilder;

/** Totals in a Chronicle Map with an entry per key, in the fastest way we know: flyweights, {@code getUsing} and writes in place. */
final class EntryTotals implements TotalsState.Store {
    private final RandomKeys keys;
    private final ChronicleMap<MemoryBlock, MemoryBlock> map;
    private final MemoryBlock key = new MemoryBlock();
    private final MemoryBlock value = new MemoryBlock();
    private long total;

    EntryTotals(RandomKeys keys, int count) {
        this.keys = keys;
        key.wrap(keys.key(0), RandomKeys.BYTES);
        value.wrap(0, Totals.BYTES);
        map = ChronicleMapBuilder.of(MemoryBlock.class, MemoryBlock.class)
                .name("totals")
                .keyReaderAndDataAccess(new MemoryBlock.Reader(), new MemoryBlock.Access())
                .valueReaderAndDataAccess(new MemoryBlock.Reader(), new MemoryBlock.Access())
                .constantKeySizeBySample(key)
                .constantValueSizeBySample(value)
                .entries(count)
                .actualSegments(1)
                .putReturnsNull(true)
                .removeReturnsNull(true)
                .checksumEntries(false)
                .skipCloseOnExitHook(true)
                .create();
    }

    @Override
    public void add(int number, long amount) {
        key.wrap(keys.key(number), RandomKeys.BYTES);
        if (map.getUsing(key, value) == null) {
            map.acquireUsing(key, value);
            Totals.clear(value.address());
        }
        Totals.add(value.address(), amount);
    }

    /** Reads all entries and removes them. */
    @Override
    public long retire() {
        total = 0;
        map.forEachEntry(
                entry -> total += Totals.total(entry.value().getUsing(value).address()));
        map.clear();
        return total;
    }

    @Override
    public void clear() {
        map.clear();
    }

    @Override
    public void close() {
        map.close();
    }
}
