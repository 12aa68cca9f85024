package io.tidemark.offheap;

import io.tidemark.memory.OffHeap;
import io.tidemark.state.EntryTable;
import io.tidemark.state.MetaReader;
import io.tidemark.state.MetaWriter;
import io.tidemark.state.StateErrors;
import io.tidemark.state.TableSpec;

/** A table of entries: slots of entries, slots of blocks and an index over the entries. */
final class EntryPages implements EntryTable, PagedUnit, IndexOwner {
    /** Blocks of the index that an empty table may keep. */
    private static final int KEPT_BLOCKS = 4;

    private final TableSpec spec;
    private final PageAddresses pages;
    private final KeyHash keyHash;
    private final RowLayout layout;
    private final int valueBytes;
    private final PaneIndex index;
    private final SlotPages entries;
    private final SlotPages blocks;
    private boolean created;
    private long bucketCount;
    private long removedRows;

    EntryPages(TableSpec spec, int id, PageStore store, BucketPool buckets, KeyHash keyHash) {
        this.spec = spec;
        this.pages = store.addresses();
        this.keyHash = keyHash;
        layout = new RowLayout(spec);
        valueBytes = spec.valueBytes();
        index = new PaneIndex(pages, buckets, layout, this);
        entries = new SlotPages(store, spec, id, Page.ENTRIES);
        blocks = new SlotPages(store, spec, id, Page.BLOCKS);
    }

    @Override
    public UnitShape shape() {
        return new UnitShape("entries", spec);
    }

    @Override
    public TableSpec spec() {
        return spec;
    }

    @Override
    public void countBuckets(int count) {
        bucketCount += count;
    }

    @Override
    public long find(long keyAddress, int keyBytes) {
        assert layout.accepts(keyBytes) : keyBytes;
        return reference(index.find(keyHash.of(keyAddress, keyBytes), keyAddress, keyBytes));
    }

    private long reference(int ref) {
        return ref == 0 ? NONE : SlotPage.reference(SlotPage.generation(pages.place(ref)), ref);
    }

    @Override
    public long acquire(long keyAddress, int keyBytes) {
        assert layout.accepts(keyBytes) : keyBytes;
        int hash = keyHash.of(keyAddress, keyBytes);
        int ref = index.find(hash, keyAddress, keyBytes);
        if (ref == 0) {
            return create(hash, keyAddress, keyBytes);
        }
        created = false;
        return reference(ref);
    }

    private long create(int hash, long keyAddress, int keyBytes) {
        long bytes = layout.newRowBytes(keyBytes);
        if (bytes > MAX_BYTES) {
            throw StateErrors.rowTooLarge(spec.owner(), spec.name(), bytes, MAX_BYTES);
        }
        long bucket = index.room(hash);
        long entry = entries.take((int) bytes);
        layout.write(pages.place((int) entry), keyAddress, keyBytes);
        Bucket.insert(bucket, Bucket.slotOf(hash, (int) entry));
        created = true;
        return entry;
    }

    @Override
    public boolean created() {
        return created;
    }

    @Override
    public void remove(long entry) {
        long row = entries.addressChecked(entry);
        int hash = keyHash.of(layout.key(row), layout.keyBytes(row));
        entries.free(entry);
        removedRows++;
        index.remove(hash, (int) entry);
        if (entries.count() == 0 && index.blocks() > KEPT_BLOCKS) {
            index.close();
        }
    }

    @Override
    public long value(long entry) {
        return entries.address(entry);
    }

    @Override
    public long valueForUpdate(long entry) {
        return entries.addressForUpdate(entry, 0, valueBytes);
    }

    @Override
    public long key(long entry) {
        return layout.key(entries.address(entry));
    }

    @Override
    public int keyBytes(long entry) {
        return layout.keyBytes(entries.address(entry));
    }

    @Override
    public long next(long cursor) {
        return entries.next(cursor);
    }

    @Override
    public long allocate(int bytes) {
        if (bytes > MAX_BYTES) {
            throw StateErrors.rowTooLarge(spec.owner(), spec.name(), bytes, MAX_BYTES);
        }
        assert bytes >= 0 : bytes;
        int rounded = bytes + Long.BYTES - 1 & -Long.BYTES;
        long block = blocks.take(rounded);
        OffHeap.zero(pages.place((int) block), rounded);
        return block;
    }

    @Override
    public void free(long block) {
        blocks.free(block);
    }

    @Override
    public long block(long reference) {
        return blocks.address(reference);
    }

    @Override
    public long blockForUpdate(long reference, int offset, int length) {
        return blocks.addressForUpdate(reference, offset, length);
    }

    @Override
    public int blockBytes(long reference) {
        return SlotPage.bodyBytes(blocks.address(reference));
    }

    @Override
    public long blockCount() {
        return blocks.count();
    }

    @Override
    public long removedRows() {
        return removedRows;
    }

    @Override
    public long rowCount() {
        return entries.count();
    }

    @Override
    public long usedBytes() {
        return entries.usedBytes() + blocks.usedBytes() + Bucket.chargedBytes(bucketCount);
    }

    @Override
    public UnitCopy copy() {
        return new EntriesCopy(entries.count(), index.baseDepth(), entries.copy(), blocks.copy());
    }

    @Override
    public void forget() {
        entries.forget();
        blocks.forget();
        index.open(0);
        created = false;
        removedRows = 0;
        bucketCount = 0;
    }

    @Override
    public void restore(UnitCopy copy, boolean roomy) {
        EntriesCopy from = (EntriesCopy) copy;
        from.entries().forEach(entries::restore);
        from.blocks().forEach(blocks::restore);
        index.open(from.indexDepth());
        rebuildIndex(roomy);
    }

    @Override
    public void write(MetaWriter rest) {
        rest.putInt(index.baseDepth());
        entries.write(rest);
        blocks.write(rest);
    }

    @Override
    public void read(MetaReader rest) {
        index.open(rest.getInt());
        entries.read(rest);
        blocks.read(rest);
    }

    @Override
    public int requirePages() {
        return entries.requirePages() + blocks.requirePages();
    }

    @Override
    public long plannedBlocks() {
        return PaneIndex.blocksFor(entries.count());
    }

    @Override
    public void rebuildIndex(boolean roomy) {
        index.open(roomy ? PaneIndex.depthFor(entries.count()) : index.baseDepth());
        new IndexFill(new IndexFill.Rows() {
                    @Override
                    public long next(long cursor) {
                        return entries.next(cursor);
                    }

                    @Override
                    public int hash(long cursor) {
                        long row = pages.place((int) cursor);
                        return keyHash.of(layout.key(row), layout.keyBytes(row));
                    }

                    @Override
                    public void insert(long slot) {
                        Bucket.insert(index.room((int) (slot >>> 32)), slot);
                    }
                })
                .run(entries.count());
    }

    /** Everything lies in pages and in the index. */
    @Override
    public void close() {}
}
