package io.tidemark.state.heap;

import io.tidemark.memory.OffHeap;
import io.tidemark.state.KeyLog;
import io.tidemark.state.StateErrors;
import io.tidemark.state.TableSpec;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** A log of rows with keys as maps; references are numbers that are never used twice. A row begins with its due time. */
final class HeapLog implements KeyLog, HeapUnit {
    private final HeapShape shape;
    private final TableSpec spec;
    private final HeapMemory memory;
    private final Map<KeyBytes, Long> newest = new HashMap<>();
    private final TreeMap<Long, HeapBlock> rows = new TreeMap<>();
    /** Due times with references. */
    private final TreeSet<HeapTimes.Due> dues = new TreeSet<>();

    private long lastReference;
    private long bytes;
    private long removedRows;

    HeapLog(TableSpec spec, HeapMemory memory) {
        this.shape = new HeapShape("log", spec);
        this.spec = spec;
        this.memory = memory;
    }

    @Override
    public HeapShape shape() {
        return shape;
    }

    @Override
    public TableSpec spec() {
        return spec;
    }

    @Override
    public long find(long keyAddress, int keyBytes) {
        KeyBytes.require(spec, keyBytes);
        return newest.getOrDefault(KeyBytes.copyOf(keyAddress, keyBytes), NONE);
    }

    @Override
    public long append(long keyAddress, int keyBytes, long dueNs) {
        HeapBlock row = make(keyBytes);
        OffHeap.putLong(row.address(), dueNs);
        OffHeap.copy(keyAddress, row.keyAddress(), keyBytes);
        lastReference++;
        put(lastReference, row);
        return lastReference;
    }

    /** What is found is decided by due time. */
    @Override
    public long appendBehind(long keyAddress, int keyBytes, long dueNs) {
        return append(keyAddress, keyBytes, dueNs);
    }

    private HeapBlock make(int keyBytes) {
        long charge = charge(spec, keyBytes);
        if (charge > MAX_BYTES) {
            throw StateErrors.rowTooLarge(spec.owner(), spec.name(), charge, MAX_BYTES);
        }
        long address = memory.allocate(spec.owner(), spec.name(), charge);
        bytes += charge;
        return new HeapBlock(address, Long.BYTES + spec.valueBytes() + keyBytes, keyBytes, charge);
    }

    static long charge(TableSpec spec, int keyBytes) {
        return Long.BYTES + spec.rowBytes(keyBytes);
    }

    private void put(long reference, HeapBlock row) {
        rows.put(reference, row);
        dues.add(new HeapTimes.Due(OffHeap.getLong(row.address()), reference));
        newest.merge(
                KeyBytes.copyOf(row.keyAddress(), row.keyBytes()),
                reference,
                (before, now) -> dueNs(now) >= dueNs(before) ? now : before);
    }

    private HeapBlock row(long reference) {
        HeapBlock row = rows.get(reference);
        if (row == null) {
            throw StateErrors.deadReference(spec, reference);
        }
        return row;
    }

    @Override
    public boolean isThere(long row) {
        return rows.containsKey(row);
    }

    @Override
    public long dueNs(long row) {
        return OffHeap.getLong(row(row).address());
    }

    @Override
    public long value(long row) {
        return row(row).address() + Long.BYTES;
    }

    @Override
    public long valueForUpdate(long row, int offset, int length) {
        HeapBlock block = row(row);
        if (offset < 0 || length < 0 || offset + length > spec.valueBytes()) {
            throw StateErrors.corrupt(
                    spec,
                    "A value of " + spec.valueBytes() + " bytes was to be written from " + offset + " for " + length
                            + ".");
        }
        return block.address() + Long.BYTES;
    }

    @Override
    public long key(long row) {
        return row(row).keyAddress();
    }

    @Override
    public int keyBytes(long row) {
        return row(row).keyBytes();
    }

    @Override
    public long next(long cursor) {
        Long next = rows.higherKey(cursor);
        return next == null ? NONE : next;
    }

    @Override
    public int drop(long watermarkNs, int budget) {
        int dropped = 0;
        while (dropped < budget && !dues.isEmpty() && dues.first().dueNs() <= watermarkNs) {
            remove(dues.pollFirst().order());
            dropped++;
        }
        removedRows += dropped;
        return dropped;
    }

    private void remove(long reference) {
        HeapBlock row = rows.remove(reference);
        newest.remove(KeyBytes.copyOf(row.keyAddress(), row.keyBytes()), reference);
        free(row);
    }

    private void free(HeapBlock row) {
        memory.free(row.address(), row.charge());
        bytes -= row.charge();
    }

    @Override
    public long removedRows() {
        return removedRows;
    }

    @Override
    public long rowCount() {
        return rows.size();
    }

    @Override
    public long usedBytes() {
        return bytes;
    }

    @Override
    public HeapUnitImage copy() {
        Map<Long, byte[]> copies = new TreeMap<>();
        rows.forEach((reference, row) -> copies.put(reference, row.copy()));
        return new HeapLogImage(spec, lastReference, copies);
    }

    @Override
    public void restore(HeapUnitImage image) {
        removedRows = 0;
        HeapLogImage copy = (HeapLogImage) image;
        copy.rows().forEach((reference, from) -> {
            HeapBlock row = make(from.length - Long.BYTES - spec.valueBytes());
            OffHeap.copyIn(from, 0, row.address(), from.length);
            put(reference, row);
        });
        lastReference = copy.lastReference();
    }

    @Override
    public void discard() {
        rows.values().forEach(this::free);
        rows.clear();
        dues.clear();
        newest.clear();
    }
}
