package io.tidemark.offheap;

import java.util.BitSet;
import java.util.List;

/** Copy of a table of panes. */
record TableCopy(List<PaneCopy> panes) implements UnitCopy {
    @Override
    public long sizeBytes() {
        return panes.stream().mapToLong(PaneCopy::sizeBytes).sum();
    }

    @Override
    public void addPages(BitSet numbers) {
        for (PaneCopy pane : panes) {
            pane.rows().forEach(page -> numbers.set(page.number()));
            pane.texts().forEach(page -> numbers.set(page.number()));
        }
    }

    @Override
    public long plannedBlocks() {
        return panes.stream()
                .filter(PaneCopy::indexed)
                .mapToLong(pane -> PaneIndex.blocksFor(pane.rowCount()))
                .sum();
    }
}
