package io.tidemark.offheap;

import io.tidemark.error.TidemarkException;
import io.tidemark.memory.OffHeap;
import io.tidemark.state.StateErrors;
import java.util.BitSet;

/** Pages up to the declared limit: taken from the map once, recycled through a free list. */
final class PageStore {
    private static final String SETTING = "the limit given to ChronicleState.withLimit";

    private final long limitBytes;
    private final int capacity;
    private final PageMap map;
    private final PageAddresses addresses;
    private final WriteBarrier barrier;
    private final long freeNumbers;
    private int freeCount;

    PageStore(long limitBytes, int capacity) {
        this.limitBytes = limitBytes;
        this.capacity = capacity;
        map = new PageMap(capacity);
        addresses = new PageAddresses(capacity);
        barrier = new WriteBarrier(addresses, capacity);
        freeNumbers = OffHeap.reserve((long) capacity * Integer.BYTES);
    }

    PageAddresses addresses() {
        return addresses;
    }

    WriteBarrier barrier() {
        return barrier;
    }

    /**
     * Takes a page for an owner and a table or scalar; the caller gives it its header.
     *
     * @return number of the page
     */
    int take(String owner, String name) {
        if (freeCount > 0) {
            freeCount--;
            return OffHeap.getInt(freeNumbers + ((long) freeCount << 2));
        }
        if (addresses.count() == capacity) {
            throw limitExceeded(owner, name);
        }
        return addFresh();
    }

    private int addFresh() {
        int number = addresses.count();
        long page = map.add(number);
        Page.format(page, number);
        addresses.add(page);
        return number;
    }

    /** Puts a page back. */
    void free(int number) {
        long page = addresses.of(number);
        barrier.touchHeader(page);
        Page.disown(page);
        push(number);
    }

    private void push(int number) {
        OffHeap.putInt(freeNumbers + ((long) freeCount << 2), number);
        freeCount++;
    }

    /**
     * Frees all pages but scalars and those that {@code kept} holds, and makes the pages up to the largest kept one exist. The lowest
     * free number is taken first.
     */
    void reset(BitSet kept) {
        while (addresses.count() < kept.length()) {
            addFresh();
        }
        freeCount = 0;
        for (int number = addresses.count() - 1; number >= 0; number--) {
            long page = addresses.of(number);
            if (Page.kind(page) == Page.SCALARS) {
                continue;
            }
            barrier.touchHeader(page);
            Page.disown(page);
            if (!kept.get(number)) {
                push(number);
            }
        }
    }

    /** Whether one of these pages holds scalars here. */
    boolean holdsScalars(BitSet numbers) {
        return numbers.stream()
                .anyMatch(number -> number < addresses.count() && Page.kind(addresses.of(number)) == Page.SCALARS);
    }

    int capacity() {
        return capacity;
    }

    /** Pages that can still be taken. */
    int available() {
        return capacity - usedPages();
    }

    int usedPages() {
        return addresses.count() - freeCount;
    }

    long usedBytes() {
        return (long) usedPages() * PageMap.STRIDE;
    }

    long limitBytes() {
        return limitBytes;
    }

    TidemarkException limitExceeded(String owner, String name) {
        return StateErrors.limitExceeded(owner, name, usedBytes(), limitBytes, SETTING);
    }

    void close() {
        barrier.close();
        addresses.close();
        OffHeap.free(freeNumbers);
        map.close();
    }
}
