package io.tidemark.offheap;

import java.util.BitSet;
import java.util.List;

/** Copy of an index by time; its root is among the scalars. */
record TimesCopy(List<SlotPageCopy> nodes) implements UnitCopy {
    @Override
    public long sizeBytes() {
        return nodes.stream().mapToLong(page -> page.bytes().length).sum();
    }

    @Override
    public void addPages(BitSet numbers) {
        nodes.forEach(page -> numbers.set(page.number()));
    }

    @Override
    public long plannedBlocks() {
        return 0;
    }
}
