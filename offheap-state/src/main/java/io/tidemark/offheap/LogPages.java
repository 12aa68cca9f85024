package io.tidemark.offheap;

import io.tidemark.memory.OffHeap;
import io.tidemark.state.KeyLog;
import io.tidemark.state.MetaReader;
import io.tidemark.state.MetaWriter;
import io.tidemark.state.StateErrors;
import io.tidemark.state.TableSpec;

/**
 * A log of rows with keys: rows one after the other in pages, and an index over the last one of each key. A page goes as a whole when the
 * greatest due time of its rows has come; its slots in the index are left to {@link LogIndex}. The first pages are asked first; behind one
 * that stays long, the others have their turn as new pages come.
 *
 * <p>A row begins with its due time; what follows is laid out by {@link RowLayout}, of whose value the due time is the first part.
 *
 * @param keyHash hashes keys
 * @param layout layout of a row
 * @param chain the pages
 * @param ring leads to them
 * @param index finds the last row of a key
 * @param turns what the log changes in itself
 */
record LogPages(
        TableSpec spec,
        WriteBarrier barrier,
        KeyHash keyHash,
        RowLayout layout,
        LogChain chain,
        LogRing ring,
        LogIndex index,
        Turns turns)
        implements KeyLog, PagedUnit {
    private static final int VALUE_AT = Long.BYTES;
    /** Blocks of the index that an empty log may keep. */
    private static final int KEPT_BLOCKS = 4;

    private static final int VISITS_PER_PAGE = 2;

    /** Blocks of the index of a log, and whose turn it is to go. */
    private static final class Turns implements IndexOwner {
        private final TableSpec spec;
        private long buckets;
        /** Pages that may be asked whether they can go although the first one cannot. */
        private int visits;

        private long removedRows;

        Turns(TableSpec spec) {
            this.spec = spec;
        }

        @Override
        public TableSpec spec() {
            return spec;
        }

        @Override
        public void countBuckets(int count) {
            buckets += count;
        }
    }

    static LogPages of(TableSpec spec, int id, PageStore store, BucketPool buckets, KeyHash keyHash) {
        RowLayout layout =
                new RowLayout(new TableSpec(spec.owner(), spec.name(), spec.valueBytes() + VALUE_AT, spec.keyBytes()));
        LogChain chain = new LogChain(spec, id, store);
        Turns turns = new Turns(spec);
        LogIndex index = LogIndex.of(chain.ring(), buckets, layout, turns);
        return new LogPages(spec, store.barrier(), keyHash, layout, chain, chain.ring(), index, turns);
    }

    @Override
    public UnitShape shape() {
        return new UnitShape("log", spec);
    }

    @Override
    public long find(long keyAddress, int keyBytes) {
        assert layout.accepts(keyBytes) : keyBytes;
        return index.find(keyHash.of(keyAddress, keyBytes), keyAddress, keyBytes);
    }

    @Override
    public long append(long keyAddress, int keyBytes, long dueNs) {
        makeRoom(keyAddress, keyBytes);
        index.makeRoom();
        long row = write(keyAddress, keyBytes, dueNs);
        index.put(row);
        return row;
    }

    @Override
    public long appendBehind(long keyAddress, int keyBytes, long dueNs) {
        makeRoom(keyAddress, keyBytes);
        return write(keyAddress, keyBytes, dueNs);
    }

    private void makeRoom(long keyAddress, int keyBytes) {
        long bytes = layout.newRowBytes(keyBytes);
        if (bytes > MAX_BYTES) {
            throw StateErrors.rowTooLarge(spec.owner(), spec.name(), bytes, MAX_BYTES);
        }
        if (!chain.hasRoom((int) bytes)) {
            addPage(keyAddress, keyBytes);
        }
    }

    private long write(long keyAddress, int keyBytes, long dueNs) {
        long row = chain.append((int) layout.newRowBytes(keyBytes), dueNs);
        long address = ring.place(row);
        layout.write(address, keyAddress, keyBytes);
        OffHeap.putLong(address, dueNs);
        return row;
    }

    private void addPage(long keyAddress, int keyBytes) {
        chain.addPage();
        turns.visits = VISITS_PER_PAGE;
        index.visitSome(ring.last());
        // What was found may lie elsewhere now.
        find(keyAddress, keyBytes);
    }

    @Override
    public boolean isThere(long row) {
        return ring.holds(row);
    }

    private long address(long row) {
        assert live(row);
        return ring.place(row);
    }

    private boolean live(long row) {
        if (!ring.holds(row) || !chain.owns(ring.page(row))) {
            throw StateErrors.deadReference(spec, row);
        }
        return true;
    }

    @Override
    public long dueNs(long row) {
        return OffHeap.getLong(address(row));
    }

    @Override
    public long value(long row) {
        return address(row) + VALUE_AT;
    }

    @Override
    public long valueForUpdate(long row, int offset, int length) {
        long value = address(row) + VALUE_AT;
        assert offset >= 0 && length >= 0 && offset + length <= spec.valueBytes() : offset + " " + length;
        if (length > 0) {
            barrier.touch(ring.page(row), value + offset, length);
        }
        return value;
    }

    @Override
    public long key(long row) {
        return layout.key(address(row));
    }

    @Override
    public int keyBytes(long row) {
        return layout.keyBytes(address(row));
    }

    @Override
    public long next(long cursor) {
        return cursor == NONE ? chain.first() : chain.next(cursor, layout.rowBytes(ring.place(cursor)));
    }

    @Override
    public int drop(long watermarkNs, int budget) {
        int dropped = 0;
        while (dropped < budget && chain.isFirstDue(watermarkNs)) {
            dropped += chain.dropFirst();
        }
        while (turns.visits > 0 && dropped < budget) {
            turns.visits--;
            dropped += chain.visitNext(watermarkNs);
        }
        turns.removedRows += dropped;
        if (dropped > 0 && chain.rows() == 0 && index.blocks() > KEPT_BLOCKS) {
            index.close();
        }
        return dropped;
    }

    @Override
    public long removedRows() {
        return turns.removedRows;
    }

    @Override
    public long rowCount() {
        return chain.rows();
    }

    @Override
    public long usedBytes() {
        return chain.usedBytes() + Bucket.chargedBytes(turns.buckets);
    }

    @Override
    public UnitCopy copy() {
        return new LogCopy(chain.rows(), ring.last(), index.baseDepth(), chain.copy());
    }

    @Override
    public void forget() {
        chain.forget();
        index.open(0);
        turns.buckets = 0;
        turns.visits = 0;
        turns.removedRows = 0;
    }

    @Override
    public void restore(UnitCopy copy, boolean roomy) {
        LogCopy from = (LogCopy) copy;
        from.pages().forEach(chain::restore);
        ring.continueAfter(from.lastSequence());
        index.open(from.indexDepth());
        rebuildIndex(roomy);
    }

    @Override
    public void write(MetaWriter rest) {
        rest.putInt(index.baseDepth());
        rest.putInt(turns.visits);
        chain.write(rest);
    }

    @Override
    public void read(MetaReader rest) {
        index.open(rest.getInt());
        turns.visits = rest.getInt();
        chain.read(rest);
    }

    @Override
    public int requirePages() {
        return chain.requirePages();
    }

    @Override
    public long plannedBlocks() {
        return PaneIndex.blocksFor(chain.rows());
    }

    @Override
    public void rebuildIndex(boolean roomy) {
        index.open(roomy ? PaneIndex.depthFor(chain.rows()) : index.baseDepth());
        new IndexFill(new IndexFill.Rows() {
                    @Override
                    public long next(long cursor) {
                        return LogPages.this.next(cursor);
                    }

                    @Override
                    public int hash(long cursor) {
                        long address = ring.place(cursor);
                        return keyHash.of(layout.key(address), layout.keyBytes(address));
                    }

                    @Override
                    public void insert(long slot) {
                        index((int) (slot >>> 32), ring.full((int) slot));
                    }
                })
                .run(chain.rows());
    }

    /** A row of a key takes the place of those before it that are not due later. */
    private void index(int hash, long row) {
        long address = ring.place(row);
        long found = index.find(hash, layout.key(address), layout.keyBytes(address));
        if (found == NONE || dueNs(found) <= OffHeap.getLong(address)) {
            index.makeRoom();
            index.put(row);
        }
    }

    @Override
    public void close() {
        chain.close();
    }
}
