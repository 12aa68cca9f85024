package io.tidemark.offheap;

import java.util.BitSet;
import java.util.List;

/** Copy of a log. */
record LogCopy(long rowCount, long lastSequence, int indexDepth, List<LogPageCopy> pages) implements UnitCopy {
    @Override
    public long sizeBytes() {
        return pages.stream().mapToLong(page -> page.bytes().length).sum();
    }

    @Override
    public void addPages(BitSet numbers) {
        pages.forEach(page -> numbers.set(page.number()));
    }

    @Override
    public long plannedBlocks() {
        return PaneIndex.blocksFor(rowCount);
    }
}
