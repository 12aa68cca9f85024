package io.tidemark.accumulator;

import io.tidemark.memory.OffHeap;
import io.tidemark.state.BytesStore;

/**
 * How many numbers of a group fall into each of {@link LogBuckets}. Buckets are counted in chunks of 16 neighbours, and a chunk exists where a
 * number fell into it; a directory of chunks in the order of their numbers is searched by halves. There are at most {@link #MOST_CHUNKS} chunks, which
 * hold all numbers from 1e-60 to 1e60 at an accuracy of 1 %, and of 0.1 % those whose least and greatest are a factor of 1e13 apart. Of more, the
 * lowest are folded into the lowest bucket of the lowest that is kept, so the state depends on the numbers alone, not on their order.
 *
 * <p>Layout in the value: number of numbers (8 bytes), least (8), greatest (8), reference of the directory or 0 (8), chunks (4), room
 * of the directory (4). An entry of the directory is the number of a chunk and a reference, 8 bytes each; a chunk is 16 counts of 8 bytes.
 */
final class LogHistogram {
    static final int BYTES = 40;
    static final int MOST_CHUNKS = 1024;

    private static final int LEAST = 8;
    private static final int GREATEST = 16;
    private static final int DIRECTORY = 24;
    private static final int CHUNKS = 32;
    private static final int ROOM = 36;
    private static final int ENTRY = 16;
    private static final int CHUNK_BITS = 4;
    private static final int CHUNK_COUNTS = 1 << CHUNK_BITS;
    private static final int CHUNK_BYTES = CHUNK_COUNTS * Long.BYTES;
    private static final int FIRST_ROOM = 4;

    /** Most bytes of a group beside its value. */
    static final int MOST_BYTES = MOST_CHUNKS * (CHUNK_BYTES + ENTRY);

    private final LogBuckets buckets;
    private final int slot;

    LogHistogram(LogBuckets buckets, int slot) {
        this.buckets = buckets;
        this.slot = slot;
    }

    /** Number of numbers. */
    long count(long value) {
        return OffHeap.getLong(value + slot);
    }

    /** Takes in a number; NaN counts as the greatest of all, and there is one zero. */
    void add(long value, BytesStore store, double given) {
        double number = given + 0.0;
        long slots = value + slot;
        widen(slots, number, number);
        OffHeap.putLong(slots, OffHeap.getLong(slots) + 1);
        int key = buckets.key(number);
        count(slots, store, key >> CHUNK_BITS, key & CHUNK_COUNTS - 1, 1);
    }

    /** Takes in all numbers of another group. */
    void merge(long from, BytesStore fromStore, long to, BytesStore toStore) {
        long source = from + slot;
        long slots = to + slot;
        if (OffHeap.getLong(source) == 0) {
            return;
        }
        widen(slots, OffHeap.getDouble(source + LEAST), OffHeap.getDouble(source + GREATEST));
        OffHeap.putLong(slots, OffHeap.getLong(slots) + OffHeap.getLong(source));
        long directory = fromStore.bytes(OffHeap.getLong(source + DIRECTORY));
        for (int i = OffHeap.getInt(source + CHUNKS) - 1; i >= 0; i--) {
            long number = OffHeap.getLong(entry(directory, i));
            long chunk = fromStore.bytes(OffHeap.getLong(entry(directory, i) + Long.BYTES));
            for (int bucket = 0; bucket < CHUNK_COUNTS; bucket++) {
                long count = OffHeap.getLong(chunk + bucket * Long.BYTES);
                if (count != 0) {
                    count(slots, toStore, number, bucket, count);
                }
            }
        }
    }

    /** The number at a place in their order, counted from 0: exactly at both ends, else within the relative accuracy. */
    double at(long value, BytesStore store, long place) {
        long slots = value + slot;
        double least = OffHeap.getDouble(slots + LEAST);
        double greatest = OffHeap.getDouble(slots + GREATEST);
        if (place == 0) {
            return least;
        }
        if (place == OffHeap.getLong(slots) - 1) {
            return greatest;
        }
        double found = buckets.value(key(slots, store, place));
        return Double.compare(found, least) < 0 ? least : Double.compare(found, greatest) > 0 ? greatest : found;
    }

    private static int key(long slots, BytesStore store, long place) {
        long directory = store.bytes(OffHeap.getLong(slots + DIRECTORY));
        long seen = 0;
        for (int i = 0; ; i++) {
            long chunk = store.bytes(OffHeap.getLong(entry(directory, i) + Long.BYTES));
            for (int bucket = 0; bucket < CHUNK_COUNTS; bucket++) {
                seen += OffHeap.getLong(chunk + bucket * Long.BYTES);
                if (seen > place) {
                    return (int) (OffHeap.getLong(entry(directory, i)) << CHUNK_BITS) + bucket;
                }
            }
        }
    }

    /** Frees what the group owns. */
    void release(long value, BytesStore store) {
        long reference = OffHeap.getLong(value + slot + DIRECTORY);
        if (reference != 0) {
            long directory = store.bytes(reference);
            for (int i = 0; i < OffHeap.getInt(value + slot + CHUNKS); i++) {
                store.freeBytes(OffHeap.getLong(entry(directory, i) + Long.BYTES));
            }
            store.freeBytes(reference);
        }
    }

    private static void widen(long slots, double least, double greatest) {
        boolean empty = OffHeap.getLong(slots) == 0;
        if (empty || Double.compare(least, OffHeap.getDouble(slots + LEAST)) < 0) {
            OffHeap.putDouble(slots + LEAST, least);
        }
        if (empty || Double.compare(greatest, OffHeap.getDouble(slots + GREATEST)) > 0) {
            OffHeap.putDouble(slots + GREATEST, greatest);
        }
    }

    private static void count(long slots, BytesStore store, long number, int bucket, long count) {
        int chunks = OffHeap.getInt(slots + CHUNKS);
        int index = chunks == 0 ? 0 : search(store.bytes(OffHeap.getLong(slots + DIRECTORY)), chunks, number);
        if (index == chunks || number(slots, store, index) != number) {
            if (chunks < MOST_CHUNKS) {
                insert(slots, store, index, number);
            } else if (index == 0) {
                increase(slots, store, 0, 0, count);
                return;
            } else {
                index--;
                fold(slots, store, index, number);
            }
        }
        increase(slots, store, index, bucket, count);
    }

    private static void increase(long slots, BytesStore store, int index, int bucket, long count) {
        long directory = store.bytes(OffHeap.getLong(slots + DIRECTORY));
        long reference = OffHeap.getLong(entry(directory, index) + Long.BYTES);
        int offset = bucket * Long.BYTES;
        long address = store.bytesForUpdate(reference, offset, Long.BYTES) + offset;
        OffHeap.putLong(address, OffHeap.getLong(address) + count);
    }

    private static long number(long slots, BytesStore store, int index) {
        return OffHeap.getLong(entry(store.bytes(OffHeap.getLong(slots + DIRECTORY)), index));
    }

    /** Index of the first chunk that is not below a number. */
    private static int search(long directory, int chunks, long number) {
        int low = 0;
        int high = chunks;
        while (low < high) {
            int middle = low + high >>> 1;
            if (OffHeap.getLong(entry(directory, middle)) < number) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private static void insert(long slots, BytesStore store, int index, long number) {
        int chunks = OffHeap.getInt(slots + CHUNKS);
        if (chunks == OffHeap.getInt(slots + ROOM)) {
            enlarge(slots, store, chunks);
        }
        long chunk = store.allocateBytes(CHUNK_BYTES);
        long reference = OffHeap.getLong(slots + DIRECTORY);
        int bytes = (chunks + 1 - index) * ENTRY;
        long at = entry(store.bytesForUpdate(reference, index * ENTRY, bytes), index);
        OffHeap.copy(at, at + ENTRY, bytes - ENTRY);
        OffHeap.putLong(at, number);
        OffHeap.putLong(at + Long.BYTES, chunk);
        OffHeap.putInt(slots + CHUNKS, chunks + 1);
    }

    private static void enlarge(long slots, BytesStore store, int chunks) {
        int room = Math.max(FIRST_ROOM, 2 * chunks);
        long larger = store.allocateBytes(room * ENTRY);
        long old = OffHeap.getLong(slots + DIRECTORY);
        if (old != 0) {
            OffHeap.copy(store.bytes(old), store.bytesForUpdate(larger, chunks * ENTRY), (long) chunks * ENTRY);
            store.freeBytes(old);
        }
        OffHeap.putLong(slots + DIRECTORY, larger);
        OffHeap.putInt(slots + ROOM, room);
    }

    /** Takes the lowest chunk out, puts one of another number at {@code index}, and counts what was in the lowest in the lowest bucket there then is. */
    private static void fold(long slots, BytesStore store, int index, long number) {
        long directory = store.bytesForUpdate(OffHeap.getLong(slots + DIRECTORY), (index + 1) * ENTRY);
        long reference = OffHeap.getLong(directory + Long.BYTES);
        long chunk = store.bytesForUpdate(reference, CHUNK_BYTES);
        long folded = 0;
        for (int bucket = 0; bucket < CHUNK_COUNTS; bucket++) {
            folded += OffHeap.getLong(chunk + bucket * Long.BYTES);
        }
        OffHeap.zero(chunk, CHUNK_BYTES);
        OffHeap.copy(directory + ENTRY, directory, (long) index * ENTRY);
        OffHeap.putLong(entry(directory, index), number);
        OffHeap.putLong(entry(directory, index) + Long.BYTES, reference);
        increase(slots, store, 0, 0, folded);
    }

    private static long entry(long directory, int index) {
        return directory + (long) index * ENTRY;
    }
}
