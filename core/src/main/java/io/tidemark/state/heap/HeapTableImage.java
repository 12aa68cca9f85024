package io.tidemark.state.heap;

import io.tidemark.state.TableSpec;
import java.util.List;

/** Copy of a table. */
record HeapTableImage(TableSpec spec, List<HeapPaneImage> panes) implements HeapUnitImage {
    @Override
    public long charge() {
        return panes.stream().mapToLong(pane -> pane.charge(spec)).sum();
    }

    @Override
    public long sizeBytes() {
        return panes.stream().mapToLong(HeapPaneImage::sizeBytes).sum();
    }
}
