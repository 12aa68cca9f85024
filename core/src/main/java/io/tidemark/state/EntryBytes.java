package io.tidemark.state;

/** Bytes of variable length in the blocks of a table of entries, freed one by one. */
public final class EntryBytes implements BytesStore {
    private final EntryTable table;

    /** Bytes in the blocks of {@code table}. */
    public EntryBytes(EntryTable table) {
        this.table = table;
    }

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
