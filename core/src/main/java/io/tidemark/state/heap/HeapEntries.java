package io.tidemark.state.heap;

import io.tidemark.memory.OffHeap;
import io.tidemark.state.EntryTable;
import io.tidemark.state.StateErrors;
import io.tidemark.state.TableSpec;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** A table of entries as maps; references are numbers that are never used twice. */
final class HeapEntries implements EntryTable, HeapUnit {
    private final HeapShape shape;
    private final TableSpec spec;
    private final HeapMemory memory;
    private final Map<KeyBytes, Long> byKey = new HashMap<>();
    private final TreeMap<Long, HeapBlock> entries = new TreeMap<>();
    private final TreeMap<Long, HeapBlock> blocks = new TreeMap<>();
    private long lastReference;
    private boolean created;
    private long bytes;
    private long removedRows;

    HeapEntries(TableSpec spec, HeapMemory memory) {
        this.shape = new HeapShape("entries", spec);
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
        return byKey.getOrDefault(KeyBytes.copyOf(keyAddress, keyBytes), NONE);
    }

    @Override
    public long acquire(long keyAddress, int keyBytes) {
        long found = find(keyAddress, keyBytes);
        created = found == NONE;
        return created ? add(keyAddress, keyBytes) : found;
    }

    private long add(long keyAddress, int keyBytes) {
        HeapBlock entry = make(spec.valueBytes() + keyBytes, keyBytes, spec.rowBytes(keyBytes));
        OffHeap.copy(keyAddress, entry.keyAddress(), keyBytes);
        lastReference++;
        put(lastReference, entry);
        return lastReference;
    }

    private HeapBlock make(int length, int keyBytes, long charge) {
        if (charge > MAX_BYTES) {
            throw StateErrors.rowTooLarge(spec.owner(), spec.name(), charge, MAX_BYTES);
        }
        long address = memory.allocate(spec.owner(), spec.name(), charge);
        bytes += charge;
        return new HeapBlock(address, length, keyBytes, charge);
    }

    private void put(long reference, HeapBlock entry) {
        entries.put(reference, entry);
        byKey.put(KeyBytes.copyOf(entry.keyAddress(), entry.keyBytes()), reference);
    }

    private void drop(HeapBlock block) {
        memory.free(block.address(), block.charge());
        bytes -= block.charge();
    }

    @Override
    public boolean created() {
        return created;
    }

    @Override
    public void remove(long entry) {
        HeapBlock gone = entry(entry);
        byKey.remove(KeyBytes.copyOf(gone.keyAddress(), gone.keyBytes()));
        entries.remove(entry);
        removedRows++;
        drop(gone);
    }

    private HeapBlock entry(long reference) {
        return require(entries.get(reference), reference);
    }

    private HeapBlock require(HeapBlock block, long reference) {
        if (block == null) {
            throw StateErrors.deadReference(spec, reference);
        }
        return block;
    }

    @Override
    public long value(long entry) {
        return entry(entry).address();
    }

    @Override
    public long valueForUpdate(long entry) {
        return entry(entry).address();
    }

    @Override
    public long key(long entry) {
        return entry(entry).keyAddress();
    }

    @Override
    public int keyBytes(long entry) {
        return entry(entry).keyBytes();
    }

    @Override
    public long next(long cursor) {
        Long next = entries.higherKey(cursor);
        return next == null ? NONE : next;
    }

    @Override
    public long allocate(int length) {
        int rounded = Math.addExact(length, Long.BYTES - 1) & -Long.BYTES;
        blocks.put(lastReference + 1, make(rounded, 0, rounded));
        lastReference++;
        return lastReference;
    }

    @Override
    public void free(long block) {
        drop(blockOf(block));
        blocks.remove(block);
    }

    private HeapBlock blockOf(long reference) {
        return require(blocks.get(reference), reference);
    }

    @Override
    public long block(long reference) {
        return blockOf(reference).address();
    }

    @Override
    public long blockForUpdate(long reference, int offset, int length) {
        HeapBlock block = blockOf(reference);
        if (offset < 0 || length < 0 || offset + length > block.length()) {
            throw StateErrors.corrupt(
                    spec,
                    "A block of " + block.length() + " bytes was to be written from " + offset + " for " + length
                            + ".");
        }
        return block.address();
    }

    @Override
    public int blockBytes(long reference) {
        return blockOf(reference).length();
    }

    @Override
    public long blockCount() {
        return blocks.size();
    }

    @Override
    public long removedRows() {
        return removedRows;
    }

    @Override
    public long rowCount() {
        return entries.size();
    }

    @Override
    public long usedBytes() {
        return bytes;
    }

    @Override
    public HeapUnitImage copy() {
        return new HeapEntriesImage(spec, lastReference, bytesOf(entries), bytesOf(blocks));
    }

    private static Map<Long, byte[]> bytesOf(Map<Long, HeapBlock> blocks) {
        Map<Long, byte[]> copies = new TreeMap<>();
        blocks.forEach((reference, block) -> copies.put(reference, block.copy()));
        return copies;
    }

    @Override
    public void restore(HeapUnitImage image) {
        removedRows = 0;
        HeapEntriesImage copy = (HeapEntriesImage) image;
        copy.entries().forEach((reference, from) -> {
            int keyBytes = from.length - spec.valueBytes();
            put(reference, filled(make(from.length, keyBytes, spec.rowBytes(keyBytes)), from));
        });
        copy.blocks()
                .forEach((reference, from) -> blocks.put(reference, filled(make(from.length, 0, from.length), from)));
        lastReference = copy.lastReference();
    }

    private static HeapBlock filled(HeapBlock block, byte[] from) {
        OffHeap.copyIn(from, 0, block.address(), from.length);
        return block;
    }

    @Override
    public void discard() {
        entries.values().forEach(this::drop);
        blocks.values().forEach(this::drop);
        entries.clear();
        blocks.clear();
        byKey.clear();
    }
}
