package io.tidemark.state.heap;

import io.tidemark.state.TableSpec;
import java.util.Map;

/**
 * Copy of a log: {@code rows} are due time, value and key together.
 *
 * @param lastReference the reference given out last
 */
record HeapLogImage(TableSpec spec, long lastReference, Map<Long, byte[]> rows) implements HeapUnitImage {
    @Override
    public long charge() {
        return rows.values().stream()
                .mapToLong(row -> HeapLog.charge(spec, row.length - Long.BYTES - spec.valueBytes()))
                .sum();
    }

    @Override
    public long sizeBytes() {
        return rows.values().stream().mapToLong(row -> row.length).sum();
    }
}
