package io.tidemark.state.heap;

import io.tidemark.state.TableSpec;
import java.util.Map;

/**
 * Copy of a table of entries: {@code entries} are value and key together.
 *
 * @param lastReference the reference given out last
 */
record HeapEntriesImage(TableSpec spec, long lastReference, Map<Long, byte[]> entries, Map<Long, byte[]> blocks)
        implements HeapUnitImage {
    @Override
    public long charge() {
        return entries.values().stream()
                        .mapToLong(entry -> spec.rowBytes(entry.length - spec.valueBytes()))
                        .sum()
                + blocks.values().stream().mapToLong(block -> block.length).sum();
    }

    @Override
    public long sizeBytes() {
        return entries.values().stream().mapToLong(entry -> entry.length).sum()
                + blocks.values().stream().mapToLong(block -> block.length).sum();
    }
}
