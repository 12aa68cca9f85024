package io.tidemark.accumulator;

import io.tidemark.memory.OffHeap;
import io.tidemark.state.BytesStore;
import java.util.HashMap;
import java.util.Map;

/** Bytes that are freed one by one, and counted; a dead reference is an error. */
final class CountingStore implements BytesStore, AutoCloseable {
    private record Block(long address, int length) {}

    private final Map<Long, Block> blocks = new HashMap<>();
    private long next = 0x7000_0000_0000_0000L;
    private long live;
    private int greatest;

    /** Bytes that are not freed. */
    long live() {
        return live;
    }

    /** Bytes of the greatest block there was. */
    int greatest() {
        return greatest;
    }

    @Override
    public long allocateBytes(int length) {
        next += 12_345;
        blocks.put(next, new Block(OffHeap.allocate(Math.max(1, length)), length));
        live += length;
        greatest = Math.max(greatest, length);
        return next;
    }

    @Override
    public long bytes(long reference) {
        return block(reference).address;
    }

    @Override
    public long bytesForUpdate(long reference, int length) {
        Block block = block(reference);
        if (length > block.length) {
            throw new IllegalArgumentException(length + " of " + block.length + " bytes");
        }
        return block.address;
    }

    @Override
    public void freeBytes(long reference) {
        Block block = block(reference);
        blocks.remove(reference);
        OffHeap.free(block.address);
        live -= block.length;
    }

    private Block block(long reference) {
        Block block = blocks.get(reference);
        if (block == null) {
            throw new IllegalArgumentException("no bytes at " + reference);
        }
        return block;
    }

    @Override
    public void close() {
        blocks.values().forEach(block -> OffHeap.free(block.address));
        blocks.clear();
    }
}
