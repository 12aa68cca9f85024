package io.tidemark.accumulator;

import io.tidemark.memory.OffHeap;
import io.tidemark.state.BytesStore;

/**
 * A block of a {@link DistinctSet} that holds entries: an open-addressed table with linear probing, at most 13/16 full. An entry is a word that is not 0, or a
 * hash and a reference to the bytes of the value.
 *
 * <p>Layout: number of entries (4 bytes), kind of block (1), bits of the hash that all entries have in common (1), places (2), reference of the next
 * leaf with the same bits or 0 (8), places.
 */
final class DistinctLeaf {
    static final int SMALLEST_BYTES = 128;
    static final int GREATEST_BYTES = 2048;
    static final byte KIND = 1;

    private static final int KIND_AT = 4;
    private static final int DEPTH_AT = 5;
    private static final int PLACES_AT = 6;
    private static final int NEXT_AT = 8;
    private static final int HEADER = 16;

    private final int entryShift;
    private final int bytesHeader;
    /** The entries of a leaf that is being split or copied; scratch. */
    private final long[] moved = new long[(GREATEST_BYTES - HEADER) / Long.BYTES];

    /**
     * Leaves of a set.
     *
     * @param words whether entries are words, else references to bytes
     * @param bytesHeader where the length of a value stands in its bytes
     */
    DistinctLeaf(boolean words, int bytesHeader) {
        this.entryShift = words ? 3 : 4;
        this.bytesHeader = bytesHeader;
    }

    static byte kind(long address) {
        return OffHeap.getByte(address + KIND_AT);
    }

    static int depth(long address) {
        return OffHeap.getByte(address + DEPTH_AT);
    }

    static long next(long address) {
        return OffHeap.getLong(address + NEXT_AT);
    }

    long create(BytesStore store, int bytes, int depth) {
        long reference = store.allocateBytes(bytes);
        long address = store.bytesForUpdate(reference, 0, HEADER);
        OffHeap.putByte(address + KIND_AT, KIND);
        OffHeap.putByte(address + DEPTH_AT, (byte) depth);
        OffHeap.putShort(address + PLACES_AT, (short) (bytes - HEADER >> entryShift));
        return reference;
    }

    void setNext(long reference, BytesStore store, long next) {
        OffHeap.putLong(store.bytesForUpdate(reference, NEXT_AT, Long.BYTES) + NEXT_AT, next);
    }

    boolean isFull(long address) {
        return OffHeap.getInt(address) >= places(address) * 13 >> 4;
    }

    /** Bytes of the block. */
    int bytes(long address) {
        return HEADER + (places(address) << entryShift);
    }

    boolean hasWord(long address, long hash, long word) {
        int places = places(address);
        for (int place = place(hash, places); ; place = place + 1 == places ? 0 : place + 1) {
            long found = OffHeap.getLong(entry(address, place));
            if (found == word || found == 0) {
                return found != 0;
            }
        }
    }

    /** Reference of the value with these bytes, or 0. */
    long find(long address, BytesStore store, long hash, long bytes, int length) {
        int places = places(address);
        for (int place = place(hash, places); ; place = place + 1 == places ? 0 : place + 1) {
            long entry = entry(address, place);
            long reference = OffHeap.getLong(entry + Long.BYTES);
            if (reference == 0) {
                return 0;
            }
            if (OffHeap.getLong(entry) == hash) {
                long value = store.bytes(reference) + bytesHeader;
                if (OffHeap.getInt(value) == length && OffHeap.equal(value + Integer.BYTES, bytes, length)) {
                    return reference;
                }
            }
        }
    }

    /** Adds an entry that is not there to a leaf that is not full: a word, or a hash and a reference. */
    void put(long reference, BytesStore store, long hash, long payload) {
        long address = store.bytes(reference);
        int place = freePlace(address, hash);
        long entry = entry(address, place);
        store.bytesForUpdate(reference, (int) (entry - address), 1 << entryShift);
        store.bytesForUpdate(reference, 0, Integer.BYTES);
        write(address, entry, hash, payload);
    }

    /** Copies all entries to another leaf, which has room for them. */
    void copy(long from, long to, BytesStore store) {
        int count = takeOut(store.bytes(from));
        long target = store.bytesForUpdate(to, bytes(store.bytes(to)));
        for (int i = 0; i < count; i++) {
            putBack(target, i);
        }
    }

    /** Moves the entries whose next bit of the hash is 1 to another leaf, which is empty, and gives both one bit more in common. */
    void split(long reference, long upper, BytesStore store) {
        long low = store.bytesForUpdate(reference, GREATEST_BYTES);
        long high = store.bytesForUpdate(upper, GREATEST_BYTES);
        int count = takeOut(low);
        int depth = depth(low);
        OffHeap.zero(low + HEADER, (long) places(low) << entryShift);
        OffHeap.putInt(low, 0);
        OffHeap.putByte(low + DEPTH_AT, (byte) (depth + 1));
        OffHeap.putByte(high + DEPTH_AT, (byte) (depth + 1));
        for (int i = 0; i < count; i++) {
            putBack(hash(i) << depth < 0 ? high : low, i);
        }
    }

    /** Shows all entries of one leaf. */
    void forEach(long address, DistinctSet.Visitor visitor) {
        int places = places(address);
        for (int place = 0; place < places; place++) {
            long entry = entry(address, place);
            long payload = payload(entry);
            if (payload != 0) {
                visitor.entry(OffHeap.getLong(entry), payload);
            }
        }
    }

    /** Frees the bytes that the entries of one leaf refer to. */
    void freeBytes(long address, BytesStore store) {
        int places = places(address);
        for (int place = 0; place < places; place++) {
            long reference = payload(entry(address, place));
            if (reference != 0) {
                store.freeBytes(reference);
            }
        }
    }

    /** The word or reference of an entry, 0 where there is none. */
    long payload(long entry) {
        return OffHeap.getLong(entry + (1L << entryShift) - Long.BYTES);
    }

    /** Writes the words of an entry. */
    void writeEntry(long entry, long hash, long payload) {
        OffHeap.putLong(entry, hash);
        OffHeap.putLong(entry + (1L << entryShift) - Long.BYTES, payload);
    }

    private int takeOut(long address) {
        int count = 0;
        int places = places(address);
        int words = 1 << entryShift - 3;
        for (int place = 0; place < places; place++) {
            long entry = entry(address, place);
            if (payload(entry) != 0) {
                for (int word = 0; word < words; word++) {
                    moved[count * words + word] = OffHeap.getLong(entry + ((long) word << 3));
                }
                count++;
            }
        }
        return count;
    }

    private long hash(int index) {
        return entryShift == 3 ? Hash64.of(moved[index]) : moved[2 * index];
    }

    private void putBack(long address, int index) {
        long hash = hash(index);
        long payload = entryShift == 3 ? moved[index] : moved[2 * index + 1];
        write(address, entry(address, freePlace(address, hash)), hash, payload);
    }

    private void write(long address, long entry, long hash, long payload) {
        writeEntry(entry, hash, payload);
        OffHeap.putInt(address, OffHeap.getInt(address) + 1);
    }

    private int freePlace(long address, long hash) {
        int places = places(address);
        int place = place(hash, places);
        while (payload(entry(address, place)) != 0) {
            place = place + 1 == places ? 0 : place + 1;
        }
        return place;
    }

    /** Where an entry begins to be looked for: by the low half of the hash, for the high bits say in which leaf it is. */
    private static int place(long hash, int places) {
        return (int) ((hash & 0xFFFFFFFFL) * places >>> 32);
    }

    private long entry(long address, int place) {
        return address + HEADER + ((long) place << entryShift);
    }

    private static int places(long address) {
        return OffHeap.getShort(address + PLACES_AT);
    }
}
