package io.tidemark.benchmarks.state;

import java.util.HashMap;
import java.util.Map;

/** Totals as objects in a {@link HashMap}. */
final class HeapTotals implements TotalsState.Store {
    private Map<Long, Totals> map = new HashMap<>();

    @Override
    public void add(int number, long value) {
        Long key = (long) number;
        Totals totals = map.get(key);
        if (totals == null) {
            totals = new Totals();
            map.put(key, totals);
        }
        totals.add(value);
    }

    /** Reads all values and drops the map. */
    @Override
    public long retire() {
        long total = 0;
        for (Totals totals : map.values()) {
            total += totals.total();
        }
        clear();
        return total;
    }

    @Override
    public void clear() {
        map = new HashMap<>();
    }

    @Override
    public void close() {
        clear();
    }
}
