package io.tidemark.operator.asof;

import io.tidemark.state.BytesStore;
import io.tidemark.state.EntryTable;

/** Bytes of aggregates in the blocks of a table of entries. */
record BlockBytes(EntryTable table) implements BytesStore {
    @Override
    public long allocateBytes(int length) {
        return table.allocate(length);
    }

    @Override
    public long bytes(long reference) {
        return table.block(reference);
    }

    @Override
    public long bytesForUpdate(long reference, int length) {
        return table.blockForUpdate(reference, 0, length);
    }

    @Override
    public long bytesForUpdate(long reference, int offset, int length) {
        return table.blockForUpdate(reference, offset, length);
    }

    @Override
    public void freeBytes(long reference) {
        table.free(reference);
    }
}
