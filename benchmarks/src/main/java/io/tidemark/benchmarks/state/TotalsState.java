package io.tidemark.benchmarks.state;

import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** The store that a benchmark asks for, and its keys. Only one of the stores is made. */
@State(Scope.Thread)
public class TotalsState {
    /** Keys in the store. */
    @Param({"10000", "1000000", "10000000"})
    public int keys;

    /** Which store: rows in pages, objects on the heap, an entry per key. */
    @Param({"pages", "heap", "entries"})
    public String store;

    RandomKeys random;
    Store totals;

    /** What the benchmarks do with a store. */
    interface Store {
        void add(int number, long value);

        long retire();

        void clear();

        void close();
    }

    /** Opens the store. */
    @Setup(Level.Trial)
    public void open() {
        random = new RandomKeys(keys);
        totals = switch (store) {
            case "pages" -> new PagedTotals(random, keys);
            case "heap" -> new HeapTotals();
            case "entries" -> new EntryTotals(random, keys);
            default -> throw new IllegalArgumentException(store);
        };
    }

    /** Closes the store. */
    @TearDown(Level.Trial)
    public void close() {
        totals.close();
        random.close();
    }

    /** Puts every key in, in an order without locality. */
    void fill() {
        // A step that has no factor in common with 10 000, 1 000 000 or 10 000 000.
        long step = 6_700_417L % keys;
        long number = 0;
        for (int added = 0; added < keys; added++) {
            totals.add((int) number, added);
            number = (number + step) % keys;
        }
    }
}
