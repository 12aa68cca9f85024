package io.tidemark.operator.aggregate;

import io.tidemark.memory.OffHeap;
import io.tidemark.operator.Scratch;

/**
 * Small numbers for the keys of linked panes: a key has one as long as some linked pane holds it, then the number goes to another key. Keeps no key but where one
 * stands in the newest linked pane that holds it, which is the last of them to go. Scratch and no state; nothing that comes out depends on a number or a hash.
 * Engine thread only.
 *
 * <p>An open hash of slots of 8 bytes, {@code hash << 32 | number + 1}, at most half full, over entries of 32 bytes; beside them 16 bytes of each number
 * for who merges.
 */
final class KeyNumbers implements AutoCloseable {
    /** Most bytes that a key takes: memory doubles. */
    static final int MOST_BYTES_PER_KEY = 128;
    /** Bytes that belong to whoever merges, for each number. */
    static final int PLACE_SHIFT = 4;

    private static final int FEWEST = 64;
    private static final int SLOT_SHIFT = 3;
    private static final int ENTRY_SHIFT = 5;
    /** Address of the key; of a free entry the next free one. */
    private static final int KEY = 0;

    private static final int PANE = 8;
    private static final int KEY_BYTES = 16;
    private static final int HASH = 20;
    private static final int PANES = 24;
    private static final int NONE = -1;
    private static final long FACTOR = 0x9E37_79B9_7F4A_7C15L;
    private static final String AGAIN = "keys get numbers again when their panes are linked";

    @Scratch(AGAIN)
    private long slots;

    @Scratch(AGAIN)
    private long entries;

    @Scratch(AGAIN)
    private long places;
    /** Entries that there is room for; twice as many slots. */
    @Scratch(AGAIN)
    private int capacity;

    @Scratch(AGAIN)
    private int mask;
    /** Numbers below this one were given at least once. */
    @Scratch(AGAIN)
    private int given;

    @Scratch(AGAIN)
    private int firstFree = NONE;

    @Scratch(AGAIN)
    private int count;
    /** Where the system placed the first slots, so that nobody can choose keys whose hashes collide. */
    @Scratch("only speed depends on it")
    private long seed;

    /** Keys that have a number. */
    int count() {
        return count;
    }

    /** Numbers that there ever were at once. */
    int given() {
        return given;
    }

    /** Address of {@code 1 << PLACE_SHIFT} bytes for each number, zeros at first and left alone when a number goes to another key. Moves with {@link #take}. */
    long places() {
        return places;
    }

    /**
     * The number of a key of a linked pane; each key of each pane once.
     *
     * @param key address of the key in the pane, good until it is given back
     * @param bytes length of the key, a multiple of 8
     * @param pane id of the pane; panes go in ascending order
     */
    int take(long key, int bytes, long pane) {
        if (slots == 0) {
            open(FEWEST);
            seed = slots * FACTOR;
        }
        int hash = hash(key, bytes);
        int at = hash & mask;
        for (long slot = slot(at); slot != 0; slot = slot(at)) {
            int number = (int) slot - 1;
            long entry = entry(number);
            if ((int) (slot >>> Integer.SIZE) == hash
                    && OffHeap.getInt(entry + KEY_BYTES) == bytes
                    && equal(OffHeap.getLong(entry + KEY), key, bytes)) {
                return found(number, entry, key, pane);
            }
            at = at + 1 & mask;
        }
        return add(at, hash, key, bytes, pane);
    }

    private int found(int number, long entry, long key, long pane) {
        OffHeap.putInt(entry + PANES, OffHeap.getInt(entry + PANES) + 1);
        if (pane > OffHeap.getLong(entry + PANE)) {
            OffHeap.putLong(entry + KEY, key);
            OffHeap.putLong(entry + PANE, pane);
        }
        return number;
    }

    private int add(int freeSlot, int hash, long key, int bytes, long pane) {
        int at = freeSlot;
        if (firstFree == NONE && given == capacity) {
            grow();
            at = hash & mask;
            while (slot(at) != 0) {
                at = at + 1 & mask;
            }
        }
        int number = firstFree;
        if (number == NONE) {
            number = given++;
        } else {
            firstFree = (int) OffHeap.getLong(entry(number) + KEY);
        }
        long entry = entry(number);
        OffHeap.putLong(entry + KEY, key);
        OffHeap.putLong(entry + PANE, pane);
        OffHeap.putInt(entry + KEY_BYTES, bytes);
        OffHeap.putInt(entry + HASH, hash);
        OffHeap.putInt(entry + PANES, 1);
        setSlot(at, (long) hash << Integer.SIZE | number + 1);
        count++;
        return number;
    }

    /** A linked pane that holds the key of a number goes; reads nothing in the pane. */
    void giveBack(int number) {
        long entry = entry(number);
        int left = OffHeap.getInt(entry + PANES) - 1;
        assert left >= 0 : number;
        OffHeap.putInt(entry + PANES, left);
        if (left == 0) {
            removeSlot(number, OffHeap.getInt(entry + HASH));
            OffHeap.putLong(entry + KEY, firstFree);
            firstFree = number;
            count--;
        }
    }

    /** Empties the slot of a number, and moves back those that stand behind it only because it was taken. */
    private void removeSlot(int number, int hash) {
        int hole = hash & mask;
        while ((int) slot(hole) != number + 1) {
            hole = hole + 1 & mask;
        }
        int at = hole + 1 & mask;
        for (long slot = slot(at); slot != 0; slot = slot(at)) {
            int wanted = (int) (slot >>> Integer.SIZE) & mask;
            if ((at - wanted & mask) >= (at - hole & mask)) {
                setSlot(hole, slot);
                hole = at;
            }
            at = at + 1 & mask;
        }
        setSlot(hole, 0);
    }

    /** Forgets all keys, whatever became of their panes. */
    void clear() {
        if (slots != 0) {
            OffHeap.zero(slots, 2L * capacity << SLOT_SHIFT);
        }
        given = 0;
        firstFree = NONE;
        count = 0;
    }

    @Override
    public void close() {
        if (slots != 0) {
            OffHeap.free(slots);
            OffHeap.free(entries);
            OffHeap.free(places);
            slots = 0;
        }
    }

    private void open(int keys) {
        capacity = keys;
        mask = 2 * keys - 1;
        slots = OffHeap.allocate(2L * keys << SLOT_SHIFT);
        entries = OffHeap.reserve((long) keys << ENTRY_SHIFT);
        places = OffHeap.allocate((long) keys << PLACE_SHIFT);
    }

    private void grow() {
        long oldSlots = slots;
        long oldEntries = entries;
        long oldPlaces = places;
        open(2 * capacity);
        OffHeap.copy(oldEntries, entries, (long) given << ENTRY_SHIFT);
        OffHeap.copy(oldPlaces, places, (long) given << PLACE_SHIFT);
        OffHeap.free(oldSlots);
        OffHeap.free(oldEntries);
        OffHeap.free(oldPlaces);
        // No number is free when there is no room, so each has a key.
        for (int number = 0; number < given; number++) {
            int hash = OffHeap.getInt(entry(number) + HASH);
            int at = hash & mask;
            while (slot(at) != 0) {
                at = at + 1 & mask;
            }
            setSlot(at, (long) hash << Integer.SIZE | number + 1);
        }
    }

    private long slot(int at) {
        return OffHeap.getLong(slots + ((long) at << SLOT_SHIFT));
    }

    private void setSlot(int at, long slot) {
        OffHeap.putLong(slots + ((long) at << SLOT_SHIFT), slot);
    }

    private long entry(int number) {
        return entries + ((long) number << ENTRY_SHIFT);
    }

    private int hash(long key, int bytes) {
        long hash = seed ^ bytes;
        for (int offset = 0; offset < bytes; offset += Long.BYTES) {
            long word = OffHeap.getLong(key + offset) ^ hash;
            hash = Math.multiplyHigh(word, FACTOR) ^ word * FACTOR;
        }
        return (int) (hash ^ hash >>> Integer.SIZE);
    }

    private static boolean equal(long left, long right, int bytes) {
        for (int offset = 0; offset < bytes; offset += Long.BYTES) {
            if (OffHeap.getLong(left + offset) != OffHeap.getLong(right + offset)) {
                return false;
            }
        }
        return true;
    }
}
