package io.tidemark.state.heap;

import io.tidemark.state.StateErrors;
import io.tidemark.state.TableSpec;
import io.tidemark.state.TimeIndex;
import java.util.Comparator;
import java.util.TreeMap;

/** An index by time as a sorted map from due time and insertion number to payload. */
final class HeapTimes implements TimeIndex, HeapUnit {
    /** Bytes counted against the limit for each record. */
    static final int RECORD_BYTES = 24;

    private final HeapShape shape;
    private final HeapMemory memory;
    private final TreeMap<Due, Long> records = new TreeMap<>();
    private long inserted;

    record Due(long dueNs, long order) implements Comparable<Due> {
        private static final Comparator<Due> ORDER =
                Comparator.comparingLong(Due::dueNs).thenComparingLong(Due::order);

        @Override
        public int compareTo(Due other) {
            return ORDER.compare(this, other);
        }
    }

    HeapTimes(TableSpec spec, HeapMemory memory) {
        this.shape = new HeapShape("times", spec);
        this.memory = memory;
    }

    @Override
    public HeapShape shape() {
        return shape;
    }

    @Override
    public void add(long dueNs, long payload) {
        if (dueNs == EMPTY) {
            throw StateErrors.corrupt(shape.spec(), "A record was added that is never due.");
        }
        memory.charge(shape.spec().owner(), shape.spec().name(), RECORD_BYTES);
        records.put(new Due(dueNs, inserted), payload);
        inserted++;
    }

    @Override
    public long firstDueNs() {
        return records.isEmpty() ? EMPTY : records.firstKey().dueNs();
    }

    @Override
    public long firstPayload() {
        requireFirst();
        return records.firstEntry().getValue();
    }

    @Override
    public long firstOrder() {
        requireFirst();
        return records.firstKey().order();
    }

    @Override
    public void removeFirst() {
        requireFirst();
        records.pollFirstEntry();
        memory.discharge(RECORD_BYTES);
    }

    private void requireFirst() {
        if (records.isEmpty()) {
            throw StateErrors.noFirst(shape.spec());
        }
    }

    @Override
    public long size() {
        return records.size();
    }

    @Override
    public long usedBytes() {
        return (long) records.size() * RECORD_BYTES;
    }

    @Override
    public HeapUnitImage copy() {
        return new HeapTimesImage(inserted, new TreeMap<>(records));
    }

    @Override
    public void restore(HeapUnitImage image) {
        HeapTimesImage copy = (HeapTimesImage) image;
        memory.charge(shape.spec().owner(), shape.spec().name(), copy.charge());
        records.putAll(copy.records());
        inserted = copy.inserted();
    }

    @Override
    public void discard() {
        memory.discharge(usedBytes());
        records.clear();
    }
}
