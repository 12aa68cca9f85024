package io.tidemark.benchmarks.state;

import java.util.HashMap;
import java.util.Map;

/** Values as objects in a {@link HashMap}. */
final class HeapEntryStore implements EntryStore {
    private static final class Value {
        private long amount;
    }

    /** Keys that follow one another must not lie side by side in the map. */
    private static final long SPREAD = 0x9E37_79B9_7F4A_7C15L;

    private Map<Long, Value> map = new HashMap<>();

    @Override
    public void add(int number, long amount) {
        Long key = number * SPREAD;
        Value value = map.get(key);
        if (value == null) {
            value = new Value();
            map.put(key, value);
        }
        value.amount += amount;
    }

    @Override
    public long get(int number) {
        Value value = map.get(number * SPREAD);
        return value == null ? 0 : value.amount;
    }

    @Override
    public void remove(int number) {
        map.remove(number * SPREAD);
    }

    @Override
    public void close() {
        map = new HashMap<>();
    }
}
