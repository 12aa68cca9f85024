package io.tidemark.offheap;

import io.tidemark.memory.OffHeap;

/**
 * Blocks of the index, four to a page, with a free list of their own that runs through the blocks. A page that became an index page
 * stays one until the next restore.
 */
final class BucketPool {
    private static final int PER_PAGE = Page.PAYLOAD_BYTES / Bucket.BYTES;

    private final PageStore pages;
    private final long scratch = OffHeap.reserve(Bucket.BYTES);
    private long free;
    private int freeCount;
    private int pageCount;

    BucketPool(PageStore pages) {
        this.pages = pages;
    }

    /** Takes a block of zeros for the index of a table. */
    long take(IndexOwner owner) {
        if (free == 0) {
            addPage(owner);
        }
        long block = free;
        free = Bucket.next(block);
        freeCount--;
        owner.countBuckets(1);
        OffHeap.zero(block, Bucket.BYTES);
        return block;
    }

    private void addPage(IndexOwner owner) {
        int number = pages.take(owner.spec().owner(), owner.spec().name());
        long page = pages.addresses().of(number);
        // Blocks are written without the barrier.
        pages.barrier().abandonPayload(page);
        pages.barrier().touchHeader(page);
        Page.own(page, Page.INDEX, 0, 0, 0, 0);
        for (int block = PER_PAGE - 1; block >= 0; block--) {
            long address = page + Page.PAYLOAD + (long) block * Bucket.BYTES;
            Bucket.setNext(address, free);
            free = address;
        }
        freeCount += PER_PAGE;
        pageCount++;
    }

    /** Puts a chain of {@code count} blocks back at once. */
    void freeChain(IndexOwner owner, long first, long last, int count) {
        Bucket.setNext(last, free);
        free = first;
        freeCount += count;
        owner.countBuckets(-count);
    }

    /** Forgets all blocks: their pages have gone back to the page store. */
    void reset() {
        free = 0;
        freeCount = 0;
        pageCount = 0;
    }

    /** Room for the slots of one bucket while it is split. */
    long scratch() {
        return scratch;
    }

    /** Pages that hold blocks. */
    int pageCount() {
        return pageCount;
    }

    /** Blocks that are taken. */
    long takenCount() {
        return (long) pageCount * PER_PAGE - freeCount;
    }

    /** Blocks that can still be taken. */
    long available() {
        return freeCount + (long) pages.available() * PER_PAGE;
    }

    void close() {
        OffHeap.free(scratch);
    }
}
