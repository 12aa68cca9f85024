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

    PageStore(long limitBytes, int capacity, long backedBytes) {
        this.limitBytes = limitBytes;
        this.capacity = capacity;
        map = new PageMap(capacity, backedBytes);
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
            int number = OffHeap.getInt(freeNumbers + ((long) freeCount << 2));
            barrier.reuse(addresses.of(number));
            return number;
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
     * free number is taken first. When nothing is kept, nothing can refer to a page, and all are as new. All that changed must have been forgotten before.
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
            if (kept.isEmpty()) {
                Page.format(page, number);
            } else {
                barrier.touchHeader(page);
                Page.disown(page);
            }
            if (!kept.get(number)) {
                push(number);
            }
        }
    }

    /** Copies a part of the image of a page, which is made when it does not exist. */
    void load(int number, int offset, long address, int bytes) {
        if (number <= 0 || offset < 0 || bytes < 0 || offset > GranuleStage.UNIT_BYTES - bytes) {
            throw SnapshotRest.corrupt("A snapshot has " + bytes + " bytes at " + offset + " of page " + number + ".");
        }
        long page = pageToLoad(number);
        int payload = Math.max(0, Math.min(bytes, GranuleStage.HEADER_AT - offset));
        OffHeap.copy(address, page + Page.PAYLOAD + offset, payload);
        int headerOffset = offset + payload - GranuleStage.HEADER_AT;
        if (headerOffset >= 0 && headerOffset < Page.HEADER_BYTES) {
            int header = Math.min(bytes - payload, Page.HEADER_BYTES - headerOffset);
            OffHeap.copy(address + payload, page + Page.HEADER + headerOffset, header);
        }
    }

    private long pageToLoad(int number) {
        if (number >= capacity) {
            throw limitExceeded("", "all state");
        }
        while (addresses.count() <= number) {
            addFresh();
        }
        if (Page.kind(addresses.of(number)) == Page.SCALARS) {
            renumber(number);
        }
        return addresses.of(number);
    }

    /** Gives a page of scalars another number, which nothing knows, so that its number is that of a new page. */
    private void renumber(int number) {
        if (addresses.count() == capacity) {
            throw limitExceeded("", "all state");
        }
        int other = addFresh();
        long fresh = addresses.of(other);
        long scalars = addresses.of(number);
        Page.setNumber(fresh, number);
        addresses.replace(number, fresh);
        Page.setNumber(scalars, other);
        addresses.replace(other, scalars);
    }

    /**
     * Frees the pages of a load that were free or of an index; the lowest number is taken first.
     *
     * @return number of pages that belong to tables
     */
    int reclaim() {
        int owned = 0;
        freeCount = 0;
        for (int number = addresses.count() - 1; number >= 0; number--) {
            long page = addresses.of(number);
            if (!Page.isFormatted(page) || Page.number(page) != number) {
                throw SnapshotRest.corrupt("Page " + number + " of a snapshot is none.");
            }
            switch (Page.kind(page)) {
                case Page.FREE -> push(number);
                case Page.INDEX -> free(number);
                case Page.SCALARS -> {}
                default -> owned++;
            }
        }
        return owned;
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
