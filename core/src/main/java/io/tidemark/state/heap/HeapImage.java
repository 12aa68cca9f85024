package io.tidemark.state.heap;

import io.tidemark.state.StateImage;
import io.tidemark.state.TableSpec;
import java.util.List;
import java.util.Map;

/** Copy of a whole backend. */
record HeapImage(Map<TableSpec, List<HeapPaneImage>> tables, Map<String, Long> scalars) implements StateImage {
    /** Bytes that the copied state takes from the limit. */
    long charge() {
        long bytes = (long) scalars.size() * Long.BYTES;
        for (Map.Entry<TableSpec, List<HeapPaneImage>> table : tables.entrySet()) {
            bytes += table.getValue().stream()
                    .mapToLong(pane -> pane.charge(table.getKey()))
                    .sum();
        }
        return bytes;
    }

    @Override
    public long sizeBytes() {
        long bytes = (long) scalars.size() * Long.BYTES;
        for (List<HeapPaneImage> panes : tables.values()) {
            bytes += panes.stream().mapToLong(HeapPaneImage::sizeBytes).sum();
        }
        return bytes;
    }
}
