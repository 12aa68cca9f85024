package io.tidemark.state.heap;

import io.tidemark.state.StateImage;
import java.util.Map;

/** Copy of a whole backend. */
record HeapImage(Map<HeapShape, HeapUnitImage> units, Map<String, Long> scalars) implements StateImage {
    /** Bytes that the copied state takes from the limit. */
    long charge() {
        return (long) scalars.size() * Long.BYTES
                + units.values().stream().mapToLong(HeapUnitImage::charge).sum();
    }

    @Override
    public long sizeBytes() {
        return (long) scalars.size() * Long.BYTES
                + units.values().stream().mapToLong(HeapUnitImage::sizeBytes).sum();
    }
}
