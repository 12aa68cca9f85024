package io.tidemark.state.heap;

import io.tidemark.state.TableSpec;
import java.util.List;

/** Copy of one pane: {@code rows} are value and key together, in insertion order. */
record HeapPaneImage(
        long id,
        long rowCount,
        boolean sealed,
        boolean freeing,
        int causeSource,
        long causePosition,
        long causeIngestTimeNs,
        List<byte[]> rows,
        List<byte[]> texts) {
    /** Bytes that the copied pane takes from the limit. */
    long charge(TableSpec spec) {
        return rows.stream()
                        .mapToLong(row -> spec.rowBytes(row.length - spec.valueBytes()))
                        .sum()
                + texts.stream().mapToLong(text -> text.length).sum();
    }

    long sizeBytes() {
        return rows.stream().mapToLong(row -> row.length).sum()
                + texts.stream().mapToLong(text -> text.length).sum();
    }
}
