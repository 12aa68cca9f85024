package io.tidemark.offheap;

import java.util.BitSet;
import java.util.List;

/** Copy of a table of entries. */
record EntriesCopy(long entryCount, int indexDepth, List<SlotPageCopy> entries, List<SlotPageCopy> blocks)
        implements UnitCopy {
    @Override
    public long sizeBytes() {
        return bytesOf(entries) + bytesOf(blocks);
    }

    private static long bytesOf(List<SlotPageCopy> pages) {
        return pages.stream().mapToLong(page -> page.bytes().length).sum();
    }

    @Override
    public void addPages(BitSet numbers) {
        entries.forEach(page -> numbers.set(page.number()));
        blocks.forEach(page -> numbers.set(page.number()));
    }

    @Override
    public long plannedBlocks() {
        return PaneIndex.blocksFor(entryCount);
    }
}
