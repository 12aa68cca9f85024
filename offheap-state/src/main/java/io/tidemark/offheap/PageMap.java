package io.tidemark.offheap;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.memory.OffHeap;
import net.openhft.chronicle.map.ChronicleMap;
import net.openhft.chronicle.map.ChronicleMapBuilder;

/**
 * The Chronicle Map that holds the pages: key = page number in 16 bytes, value = the page and up to 64 bytes of alignment. A page is
 * put once and keeps its native address until the map is closed, so the map is called once per page and never again.
 */
final class PageMap {
    /** Bytes of the map per page: key, value and alignment; an odd multiple of 64, so that pages spread over the cache sets. */
    static final int STRIDE = Page.BYTES + 128;

    private static final int KEY_BYTES = 16;
    private static final int VALUE_BYTES = STRIDE - KEY_BYTES;

    private final ChronicleMap<NativeBlock, NativeBlock> map;
    private final int capacity;
    private final long backedBytes;
    private final long keyAddress = OffHeap.allocate(KEY_BYTES);
    private final NativeBlock key = new NativeBlock();
    private final NativeBlock reserved = new NativeBlock();
    private final NativeBlock found = new NativeBlock();

    private FreshMemory memory;
    private long first;

    /**
     * Reserves room.
     *
     * @param backedBytes how much of it is backed with memory when the first page is added
     */
    PageMap(int pages, long backedBytes) {
        this.capacity = pages;
        this.backedBytes = backedBytes;
        key.wrap(keyAddress, KEY_BYTES);
        reserved.wrap(0, VALUE_BYTES);
        map = create(pages);
    }

    private ChronicleMap<NativeBlock, NativeBlock> create(int pages) {
        try {
            return builder(pages).create();
        } catch (OutOfMemoryError e) {
            OffHeap.free(keyAddress);
            long bytes = (long) pages * STRIDE;
            throw new TidemarkException(
                    ErrorCode.STATE_LIMIT_EXCEEDED,
                    "The operating system does not give " + bytes + " bytes of address space for the state: "
                            + e.getMessage() + ".",
                    "Declare a smaller limit with ChronicleState.withLimit, below the memory of the machine.",
                    e);
        }
    }

    private ChronicleMapBuilder<NativeBlock, NativeBlock> builder(int pages) {
        return ChronicleMapBuilder.of(NativeBlock.class, NativeBlock.class)
                .name("tidemark-state")
                .keyReaderAndDataAccess(new NativeBlockReader(), new NativeBlockAccess())
                .valueReaderAndDataAccess(new NativeBlockReader(), new NativeBlockAccess())
                .constantKeySizeBySample(key)
                .constantValueSizeBySample(reserved)
                .entries(pages)
                .actualSegments(1)
                .putReturnsNull(true)
                .removeReturnsNull(true)
                .checksumEntries(false)
                .skipCloseOnExitHook(true);
    }

    /** Adds a page and returns its address, a multiple of 64. Its bytes are undefined. */
    long add(int number) {
        OffHeap.putLong(keyAddress + Long.BYTES, number);
        map.put(key, reserved);
        long value = map.getUsing(key, found).address();
        long page = value + Page.GRANULE_BYTES - 1 & -Page.GRANULE_BYTES;
        if (memory == null) {
            first = page;
            memory = FreshMemory.open(page, page + (long) (capacity - 1) * STRIDE, backedBytes);
        }
        assert page == first + (long) number * STRIDE : "pages follow each other";
        memory.used(page);
        return page;
    }

    void close() {
        if (memory != null) {
            memory.close();
        }
        map.close();
        OffHeap.free(keyAddress);
    }
}
