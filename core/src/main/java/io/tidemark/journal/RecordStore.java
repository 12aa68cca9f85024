package io.tidemark.journal;

import io.tidemark.memory.OffHeap;
import java.util.Arrays;

/**
 * Records in native memory, found by number.
 *
 * <p>Records lie in chunks of doubling size and never move; a second list of chunks holds their addresses. One thread appends,
 * any thread may read what {@link #count} includes. Nothing is allocated on the heap except, rarely, for the lists of chunks.
 */
final class RecordStore {
    private static final int FIRST_CHUNK_BYTES = 64 << 10;
    private static final int GREATEST_CHUNK_BYTES = 4 << 20;
    private static final int INDEX_BITS = 13;
    private static final int INDEX_ENTRIES = 1 << INDEX_BITS;
    private static final int FIRST_LIST_LENGTH = 1024;

    private long[] chunks = new long[FIRST_LIST_LENGTH];
    private int[] chunkBytes = new int[FIRST_LIST_LENGTH];
    private int[] chunkUsed = new int[FIRST_LIST_LENGTH];
    private int chunksOwned;
    private int chunk = -1;
    private int used;
    private long[] index = new long[FIRST_LIST_LENGTH];
    private int indexOwned;
    private volatile long count;

    /** Number of records that were {@link #publish published}. */
    long count() {
        return count;
    }

    /** Address of a published record. */
    long address(long number) {
        return OffHeap.getLong(index[(int) (number >>> INDEX_BITS)] + ((number & (INDEX_ENTRIES - 1)) << 3));
    }

    /** Address of room for the next record of {@code bytes}, a multiple of 8. */
    long claim(int bytes) {
        while (chunk < 0 || used + bytes > chunkBytes[chunk]) {
            nextChunk(bytes);
        }
        return chunks[chunk] + used;
    }

    /** Makes the record that was claimed last readable and returns its number. */
    long publish(int bytes) {
        long number = count;
        int page = (int) (number >>> INDEX_BITS);
        if (page == indexOwned) {
            if (indexOwned == index.length) {
                index = Arrays.copyOf(index, 2 * indexOwned);
            }
            index[indexOwned++] = OffHeap.reserve((long) INDEX_ENTRIES << 3);
        }
        OffHeap.putLong(index[page] + ((number & (INDEX_ENTRIES - 1)) << 3), chunks[chunk] + used);
        used += bytes;
        count = number + 1;
        return number;
    }

    /** Forgets all records from this number on and keeps the memory for the next ones. */
    void truncate(long records) {
        if (records >= count) {
            return;
        }
        long end = address(records);
        chunk = chunkOf(end);
        used = (int) (end - chunks[chunk]);
        count = records;
    }

    /** Frees all memory; the store is empty and may be used again. */
    void free() {
        count = 0;
        while (chunksOwned > 0) {
            OffHeap.free(chunks[--chunksOwned]);
        }
        while (indexOwned > 0) {
            OffHeap.free(index[--indexOwned]);
        }
        chunk = -1;
        used = 0;
    }

    /** Bytes of the records from one address to before another, both of records that {@link #count} includes. */
    long bytesBetween(long from, long to) {
        int first = chunkOf(from);
        int last = chunkOf(to);
        if (first == last) {
            return to - from;
        }
        long bytes = chunks[first] + chunkUsed[first] - from + (to - chunks[last]);
        for (int i = first + 1; i < last; i++) {
            bytes += chunkUsed[i];
        }
        return bytes;
    }

    private int chunkOf(long address) {
        int found = 0;
        while (address < chunks[found] || address >= chunks[found] + chunkBytes[found]) {
            found++;
        }
        return found;
    }

    private void nextChunk(int bytes) {
        if (chunk >= 0) {
            chunkUsed[chunk] = used;
        }
        chunk++;
        used = 0;
        if (chunk < chunksOwned) {
            return;
        }
        if (chunksOwned == chunks.length) {
            chunks = Arrays.copyOf(chunks, 2 * chunksOwned);
            chunkBytes = Arrays.copyOf(chunkBytes, 2 * chunksOwned);
            chunkUsed = Arrays.copyOf(chunkUsed, 2 * chunksOwned);
        }
        int size = Math.max(bytes, Math.min(FIRST_CHUNK_BYTES << Math.min(chunk, 10), GREATEST_CHUNK_BYTES));
        chunks[chunksOwned] = OffHeap.reserve(size);
        chunkBytes[chunksOwned++] = size;
    }
}
