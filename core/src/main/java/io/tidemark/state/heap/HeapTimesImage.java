package io.tidemark.state.heap;

import java.util.Map;

/** Copy of an index by time. */
record HeapTimesImage(long inserted, Map<HeapTimes.Due, Long> records) implements HeapUnitImage {
    @Override
    public long charge() {
        return (long) records.size() * HeapTimes.RECORD_BYTES;
    }

    @Override
    public long sizeBytes() {
        return charge() + Long.BYTES;
    }
}
