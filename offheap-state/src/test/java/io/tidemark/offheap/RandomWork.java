package io.tidemark.offheap;

import io.tidemark.memory.OffHeap;
import io.tidemark.state.TableSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Random calls on a pair of states, all of them decided by a seed. */
final class RandomWork implements AutoCloseable {
    private static final int MAX_KEY_BYTES = 96;
    private static final int MAX_MOMENTS = 4;

    private final StatePair pair;
    private final List<TableSpec> specs;
    private final Random random;
    private final int keys;
    private final int panes;
    private final long key = OffHeap.allocate(MAX_KEY_BYTES);
    private final List<StatePair.Moment> moments = new ArrayList<>();
    private boolean forwardOnly;

    /** Works with keys 0 to {@code keys}, small ones being more likely, in {@code panes} panes of each table. */
    RandomWork(StatePair pair, List<TableSpec> specs, long seed, int keys, int panes) {
        this.pair = pair;
        this.specs = specs;
        this.random = new Random(seed);
        this.keys = keys;
        this.panes = panes;
    }

    /** Never goes back by itself. */
    RandomWork forwardOnly() {
        forwardOnly = true;
        return this;
    }

    void run(int operations) {
        for (int operation = 0; operation < operations; operation++) {
            step();
        }
        pair.compare();
    }

    void step() {
        int table = random.nextInt(specs.size());
        long pane = random.nextInt(panes) - panes / 2;
        int choice = random.nextInt(20_000);
        if (choice < 15_000) {
            if (pair.isOpen(table, pane)) {
                pair.acquire(table, pane, key, nextKey(table), random.nextInt(), random.nextLong());
            }
        } else if (choice < 19_000) {
            if (pair.isReadable(table, pane)) {
                pair.find(table, pane, key, nextKey(table));
            }
        } else if (choice < 19_600) {
            if (pair.isOpen(table, pane)) {
                pair.addText(table, pane, random.nextInt(300), (byte) random.nextInt());
            }
        } else if (choice < 19_980) {
            retire(table, pane);
        } else {
            rare(choice);
        }
    }

    private void retire(int table, long pane) {
        if (pair.isOpen(table, pane)) {
            if (pair.isReadable(table, pane) && random.nextInt(20) == 0) {
                pair.seal(table, pane, random.nextLong());
            }
        } else {
            pair.free(table, pane, 1 + random.nextInt(8));
        }
    }

    private void rare(int choice) {
        pair.scalar(random.nextLong());
        if (choice < 19_985 || forwardOnly) {
            pair.compare();
        } else if (choice < 19_992) {
            if (moments.size() == MAX_MOMENTS) {
                moments.remove(random.nextInt(MAX_MOMENTS));
            }
            moments.add(pair.copy());
        } else if (choice < 19_997 && !moments.isEmpty()) {
            pair.restore(moments.get(random.nextInt(moments.size())), random.nextInt(3) == 0);
            pair.compare();
        }
    }

    /** Puts a key into the buffer and returns its length. */
    private int nextKey(int table) {
        int spread = random.nextInt(keys) + 1;
        long number = random.nextInt(spread);
        int fixed = specs.get(table).keyBytes();
        int length = fixed == TableSpec.VARIABLE ? (int) (number * 7 % (MAX_KEY_BYTES / 8 + 1)) * 8 : fixed;
        for (int offset = 0; offset < length; offset += 8) {
            OffHeap.putLong(key + offset, offset == length - 8 ? number : number & 3);
        }
        return length;
    }

    @Override
    public void close() {
        OffHeap.free(key);
    }
}
