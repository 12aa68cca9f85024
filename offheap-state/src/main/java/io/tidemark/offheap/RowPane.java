package io.tidemark.offheap;

import io.tidemark.memory.OffHeap;
import io.tidemark.state.MetaReader;
import io.tidemark.state.MetaWriter;
import io.tidemark.state.StateErrors;
import io.tidemark.state.StatePane;
import io.tidemark.state.TableSpec;

/** A pane: a chain of row pages, a chain of text pages and an index over the rows. */
final class RowPane implements StatePane {
    private static final int OPEN = 0;
    private static final int SEALED = 1;
    private static final int FREEING = 2;
    private static final int GONE = 3;

    private final RowTable table;
    private final int slot;
    private final PageAddresses pages;
    private final WriteBarrier barrier;
    private final KeyHash keyHash;
    private final RowLayout layout;
    private final int valueBytes;
    private final PaneIndex index;
    private final PageChain rows;
    private final PageChain texts;
    private RowPane nextFree;
    private int phase = GONE;
    private long id;
    private long rowCount;
    /** Whether rows are found by key; not so in a pane that rows were appended to. */
    private boolean indexed;

    private boolean created;
    private int causeSource;
    private long causePosition;
    private long causeIngestTimeNs;

    RowPane(RowTable table, int slot) {
        this.table = table;
        this.slot = slot;
        PageStore store = table.store();
        pages = store.addresses();
        barrier = store.barrier();
        keyHash = table.keyHash();
        layout = table.layout();
        valueBytes = layout.valueBytes();
        index = new PaneIndex(pages, table.buckets(), layout, table);
        rows = new PageChain(store, table, Page.ROWS);
        texts = new PageChain(store, table, Page.TEXTS);
    }

    /**
     * Starts an empty pane.
     *
     * @param depth of the index, or {@link PaneCopy#NO_INDEX}
     */
    void open(long paneId, long serial, int depth) {
        id = paneId;
        phase = OPEN;
        rowCount = 0;
        created = false;
        causeSource = 0;
        causePosition = 0;
        causeIngestTimeNs = 0;
        rows.open(paneId, serial);
        texts.open(paneId, serial);
        indexed = depth != PaneCopy.NO_INDEX;
        index.open(Math.max(depth, 0));
    }

    int slot() {
        return slot;
    }

    RowPane nextFree() {
        return nextFree;
    }

    void setNextFree(RowPane pane) {
        nextFree = pane;
    }

    /** Ends the life of the object without freeing its pages. */
    void kill() {
        phase = GONE;
    }

    @Override
    public long id() {
        return id;
    }

    @Override
    public long rowCount() {
        return rowCount;
    }

    @Override
    public long find(long keyAddress, int keyBytes) {
        requireReadable();
        assert indexed && layout.accepts(keyBytes) : keyBytes;
        int ref = index.find(keyHash.of(keyAddress, keyBytes), keyAddress, keyBytes);
        if (ref == 0) {
            return NO_ROW;
        }
        assert rows.owns(pages.ofRef(ref));
        return pages.place(ref);
    }

    @Override
    public long acquire(long keyAddress, int keyBytes) {
        requireWritable();
        assert indexed && layout.accepts(keyBytes) : keyBytes;
        int hash = keyHash.of(keyAddress, keyBytes);
        int ref = index.find(hash, keyAddress, keyBytes);
        if (ref == 0) {
            return create(hash, keyAddress, keyBytes);
        }
        created = false;
        long page = pages.ofRef(ref);
        assert rows.owns(page);
        long row = page + Page.PAYLOAD + PageRef.offset(ref);
        barrier.touch(page, row, valueBytes);
        return row;
    }

    private long create(int hash, long keyAddress, int keyBytes) {
        int bytes = newRowBytes(keyBytes);
        long bucket = index.room(hash);
        int ref = rows.append(bytes);
        Bucket.insert(bucket, Bucket.slotOf(hash, ref));
        created = true;
        return write(ref, keyAddress, keyBytes);
    }

    @Override
    public long append(long keyAddress, int keyBytes) {
        requireWritable();
        assert (rowCount == 0 || !indexed) && layout.accepts(keyBytes) : keyBytes;
        indexed = false;
        return write(rows.append(newRowBytes(keyBytes)), keyAddress, keyBytes);
    }

    private int newRowBytes(int keyBytes) {
        long bytes = layout.newRowBytes(keyBytes);
        if (bytes > TableSpec.MAX_ROW_BYTES) {
            throw StateErrors.rowTooLarge(table.spec().owner(), table.spec().name(), bytes);
        }
        return (int) bytes;
    }

    private long write(int ref, long keyAddress, int keyBytes) {
        long row = pages.place(ref);
        layout.write(row, keyAddress, keyBytes);
        rowCount++;
        table.countRows(1);
        return row;
    }

    @Override
    public boolean created() {
        return created;
    }

    @Override
    public long allocateBytes(int length) {
        requireWritable();
        if (length > TableSpec.MAX_ROW_BYTES) {
            throw StateErrors.rowTooLarge(table.spec().owner(), table.spec().name(), length);
        }
        assert length >= 0 : length;
        int bytes = Math.max(Long.BYTES, length + 7 & -Long.BYTES);
        int ref = texts.append(bytes);
        OffHeap.zero(pages.place(ref), bytes);
        return Integer.toUnsignedLong(ref);
    }

    @Override
    public long bytes(long reference) {
        requireReadable();
        assert texts.owns(pages.ofRef((int) reference));
        return pages.place((int) reference);
    }

    @Override
    public long bytesForUpdate(long reference, int length) {
        return bytesForUpdate(reference, 0, length);
    }

    @Override
    public long bytesForUpdate(long reference, int offset, int length) {
        requireWritable();
        long page = pages.ofRef((int) reference);
        assert texts.owns(page);
        long address = page + Page.PAYLOAD + PageRef.offset((int) reference);
        barrier.touch(page, address + offset, length);
        return address;
    }

    @Override
    public void seal(int source, long position, long ingestTimeNs) {
        requireWritable();
        phase = SEALED;
        causeSource = source;
        causePosition = position;
        causeIngestTimeNs = ingestTimeNs;
        table.paneSealed(this);
    }

    @Override
    public boolean sealed() {
        return phase != OPEN;
    }

    @Override
    public int causeSource() {
        return causeSource;
    }

    @Override
    public long causePosition() {
        return causePosition;
    }

    @Override
    public long causeIngestTimeNs() {
        return causeIngestTimeNs;
    }

    @Override
    public long next(long cursor) {
        requireReadable();
        int ref = (int) cursor;
        if (ref == 0) {
            return Integer.toUnsignedLong(PageRef.of(rows.first(), 0));
        }
        long page = pages.ofRef(ref);
        assert rows.owns(page);
        int offset = PageRef.offset(ref);
        offset += layout.rowBytes(page + Page.PAYLOAD + offset);
        if (offset < Page.used(page)) {
            return Integer.toUnsignedLong(PageRef.of(PageRef.page(ref), offset));
        }
        return Integer.toUnsignedLong(PageRef.of(Page.next(page), 0));
    }

    @Override
    public long valueAt(long cursor) {
        assert readable() && rows.owns(pages.ofRef((int) cursor));
        return pages.place((int) cursor);
    }

    @Override
    public long keyAt(long cursor) {
        assert readable() && rows.owns(pages.ofRef((int) cursor));
        return layout.key(pages.place((int) cursor));
    }

    @Override
    public int keyBytesAt(long cursor) {
        assert readable() && rows.owns(pages.ofRef((int) cursor));
        return layout.keyBytes(pages.place((int) cursor));
    }

    @Override
    public boolean free(int budget) {
        if (phase == GONE) {
            throw StateErrors.dead(table.spec(), id);
        }
        if (phase == OPEN) {
            throw StateErrors.corrupt(table.spec(), "Pane " + id + " was to be freed and is not sealed.");
        }
        if (phase == SEALED) {
            index.close();
            phase = FREEING;
        }
        int left = texts.free(rows.free(Math.max(1, budget)));
        if (rows.first() != 0 || texts.first() != 0) {
            return false;
        }
        assert left >= 0;
        phase = GONE;
        table.paneGone(this);
        return true;
    }

    PaneCopy copy() {
        return new PaneCopy(
                id,
                rowCount,
                sealed(),
                phase == FREEING,
                causeSource,
                causePosition,
                causeIngestTimeNs,
                indexDepth(),
                rows.copy(),
                texts.copy());
    }

    /** Fills an open, empty pane from a copy; its pages have left the free list. */
    void restore(PaneCopy copy) {
        for (PageCopy page : copy.rows()) {
            rows.restore(page);
        }
        for (PageCopy page : copy.texts()) {
            texts.restore(page);
        }
        rowCount = copy.rowCount();
        causeSource = copy.causeSource();
        causePosition = copy.causePosition();
        causeIngestTimeNs = copy.causeIngestTimeNs();
        phase = copy.freeing() ? FREEING : copy.sealed() ? SEALED : OPEN;
        if (phase != FREEING && indexed) {
            rebuildIndex();
        }
    }

    /** Writes all but pages and index. */
    void write(MetaWriter rest) {
        rest.putLong(id);
        rest.putLong(rows.paneSerial());
        rest.putInt(indexDepth());
        rest.putLong(rowCount);
        rest.putInt(phase);
        rest.putInt(causeSource);
        rest.putLong(causePosition);
        rest.putLong(causeIngestTimeNs);
        rows.write(rest);
        texts.write(rest);
    }

    private int indexDepth() {
        return indexed ? index.baseDepth() : PaneCopy.NO_INDEX;
    }

    /** Opens the pane as it was written, but for its index. */
    void read(MetaReader rest) {
        open(rest.getLong(), rest.getLong(), rest.getInt());
        rowCount = rest.getLong();
        phase = rest.getInt();
        causeSource = rest.getInt();
        causePosition = rest.getLong();
        causeIngestTimeNs = rest.getLong();
        rows.read(rest);
        texts.read(rest);
    }

    int requirePages() {
        return rows.requirePages() + texts.requirePages();
    }

    long plannedBlocks() {
        return phase < FREEING && indexed ? PaneIndex.blocksFor(rowCount) : 0;
    }

    /** Builds the index after {@link #read}, in the depth that was read or in that for the rows. */
    void rebuildIndex(boolean roomy) {
        if (phase < FREEING && indexed) {
            index.open(roomy ? PaneIndex.depthFor(rowCount) : index.baseDepth());
            rebuildIndex();
        }
    }

    private void rebuildIndex() {
        new IndexFill(new PaneRows(this, pages, layout, keyHash, index)).run(rowCount);
    }

    private boolean readable() {
        requireReadable();
        return true;
    }

    private void requireReadable() {
        if (phase >= FREEING) {
            throw StateErrors.dead(table.spec(), id);
        }
    }

    private void requireWritable() {
        if (phase != OPEN) {
            throw phase == SEALED ? StateErrors.sealed(table.spec(), id) : StateErrors.dead(table.spec(), id);
        }
    }
}
