package io.tidemark.benchmarks.scaling;

/**
 * The yardstick of deduplication: ids that live for so many rows, in one array with open addressing and linear probing, at most seven tenths full. An id
 * that is too old is taken out, and those behind it move up.
 */
public final class FlatSet {
    private static final long NONE = 0;

    private final long[] slots;
    private final long capacity;

    /** An empty set for so many ids. */
    public FlatSet(long live) {
        capacity = Math.max(16, live * 10 / 7);
        slots = new long[Math.toIntExact(capacity)];
    }

    /** Whether the id is new; 0 is no id. */
    public boolean add(long id) {
        int at = home(id);
        while (slots[at] != NONE) {
            if (slots[at] == id) {
                return false;
            }
            at = next(at);
        }
        slots[at] = id;
        return true;
    }

    /** Takes an id out, if it is there. */
    public void remove(long id) {
        int hole = home(id);
        while (slots[hole] != id) {
            if (slots[hole] == NONE) {
                return;
            }
            hole = next(hole);
        }
        for (int at = next(hole); slots[at] != NONE; at = next(at)) {
            // An id may move into the hole unless its home lies behind the hole, up to where it is.
            int home = home(slots[at]);
            boolean stays = hole <= at ? hole < home && home <= at : hole < home || home <= at;
            if (!stays) {
                slots[hole] = slots[at];
                hole = at;
            }
        }
        slots[hole] = NONE;
    }

    long size() {
        long size = 0;
        for (long slot : slots) {
            size += slot == NONE ? 0 : 1;
        }
        return size;
    }

    private int home(long id) {
        return (int) Math.multiplyHigh(Mix.of(id) >>> 1, capacity << 1);
    }

    private int next(int at) {
        return at + 1 == slots.length ? 0 : at + 1;
    }
}
