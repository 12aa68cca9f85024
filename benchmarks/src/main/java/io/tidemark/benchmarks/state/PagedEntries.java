package io.tidemark.benchmarks.state;

import io.tidemark.memory.OffHeap;
import io.tidemark.offheap.ChronicleState;
import io.tidemark.state.EntryTable;
import io.tidemark.state.StateBackend;
import io.tidemark.state.TableSpec;

/** A table of entries in pages. */
final class PagedEntries implements EntryStore {
    private static final long BYTES_PER_KEY = 100;
    private static final long BYTES_BESIDES = 1 << 20;

    private final RandomKeys keys;
    private final StateBackend backend;
    private final EntryTable entries;

    PagedEntries(RandomKeys keys, int count) {
        this.keys = keys;
        backend =
                ChronicleState.withLimit(BYTES_BESIDES + count * BYTES_PER_KEY).open();
        entries = backend.openEntries(new TableSpec("benchmark", "entries", 16, RandomKeys.BYTES));
    }

    @Override
    public void add(int number, long amount) {
        long value = entries.valueForUpdate(entries.acquire(keys.key(number), RandomKeys.BYTES));
        OffHeap.putLong(value, OffHeap.getLong(value) + amount);
    }

    @Override
    public long get(int number) {
        long entry = entries.find(keys.key(number), RandomKeys.BYTES);
        return entry == EntryTable.NONE ? 0 : OffHeap.getLong(entries.value(entry));
    }

    @Override
    public void remove(int number) {
        entries.remove(entries.find(keys.key(number), RandomKeys.BYTES));
    }

    @Override
    public void close() {
        backend.close();
    }
}
