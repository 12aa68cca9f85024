package io.tidemark.offheap;

import io.tidemark.error.TidemarkException;
import io.tidemark.state.MetaReader;
import io.tidemark.state.MetaWriter;
import io.tidemark.state.StateErrors;
import io.tidemark.state.StatePane;
import io.tidemark.state.StateTable;
import io.tidemark.state.TableSpec;
import java.util.ArrayList;
import java.util.List;

/** A table: its panes by id, and what it takes from the limit. */
final class RowTable implements StateTable, PagedUnit, IndexOwner {
    private static final int MIN_PANES = 1024;

    private final TableSpec spec;
    private final int id;
    private final PageStore store;
    private final BucketPool buckets;
    private final KeyHash keyHash;
    private final PaneSerials serials;
    private final RowLayout layout;
    private final PanePool pool;
    private final PaneList panes;
    private RowPane lastAsked;
    private long rowCount;
    private long removedRows;
    private long pageCount;
    private long bucketCount;
    private long lastSealedRows;

    RowTable(TableSpec spec, int id, PageStore store, BucketPool buckets, KeyHash keyHash, PaneSerials serials) {
        this.spec = spec;
        this.id = id;
        this.store = store;
        this.buckets = buckets;
        this.keyHash = keyHash;
        this.serials = serials;
        layout = new RowLayout(spec);
        int maxPanes = Math.max(MIN_PANES, store.capacity());
        pool = new PanePool(maxPanes, this);
        panes = new PaneList(maxPanes, pool);
    }

    @Override
    public TableSpec spec() {
        return spec;
    }

    @Override
    public UnitShape shape() {
        return new UnitShape("table", spec);
    }

    int id() {
        return id;
    }

    PageStore store() {
        return store;
    }

    BucketPool buckets() {
        return buckets;
    }

    KeyHash keyHash() {
        return keyHash;
    }

    RowLayout layout() {
        return layout;
    }

    @Override
    public StatePane pane(long paneId) {
        RowPane last = lastAsked;
        if (last != null && last.id() == paneId) {
            return last;
        }
        int position = panes.search(paneId);
        if (position < 0) {
            return null;
        }
        lastAsked = panes.at(position);
        return lastAsked;
    }

    @Override
    public StatePane openPane(long paneId) {
        RowPane last = lastAsked;
        if (last != null && last.id() == paneId) {
            return last;
        }
        int position = panes.search(paneId);
        lastAsked = position >= 0 ? panes.at(position) : add(-position - 1, paneId);
        return lastAsked;
    }

    private RowPane add(int position, long paneId) {
        long expectedRows = position > 0 ? panes.at(position - 1).rowCount() : lastSealedRows;
        return add(position, paneId, PaneIndex.depthFor(expectedRows));
    }

    private RowPane add(int position, long paneId, int depth) {
        if (panes.isFull()) {
            throw store.limitExceeded(spec.owner(), spec.name());
        }
        RowPane pane = pool.take();
        pane.open(paneId, serials.next(), depth);
        panes.insert(position, paneId, pane.slot());
        return pane;
    }

    @Override
    public StatePane firstPane() {
        return panes.count() == 0 ? null : panes.at(0);
    }

    @Override
    public StatePane firstOpenPane() {
        return panes.firstOpen();
    }

    @Override
    public StatePane nextPane(long paneId) {
        int found = panes.search(paneId);
        int position = found >= 0 ? found + 1 : -found - 1;
        return position < panes.count() ? panes.at(position) : null;
    }

    @Override
    public int paneCount() {
        return panes.count();
    }

    @Override
    public long removedRows() {
        return removedRows;
    }

    @Override
    public long rowCount() {
        return rowCount;
    }

    @Override
    public long usedBytes() {
        return pageCount * PageMap.STRIDE + Bucket.chargedBytes(bucketCount);
    }

    void countRows(long rows) {
        rowCount += rows;
    }

    void countPages(int pages) {
        pageCount += pages;
    }

    @Override
    public void countBuckets(int count) {
        bucketCount += count;
    }

    void paneSealed(RowPane pane) {
        lastSealedRows = pane.rowCount();
    }

    void paneGone(RowPane pane) {
        countRows(-pane.rowCount());
        removedRows += pane.rowCount();
        panes.remove(panes.search(pane.id()));
        pool.giveBack(pane);
        lastAsked = lastAsked == pane ? null : lastAsked;
    }

    TidemarkException foreignPage(long page, long paneId) {
        return StateErrors.corrupt(
                spec,
                "Pane " + paneId + " was led to page " + Page.number(page) + ", which is of kind " + Page.kind(page)
                        + " and belongs to table " + Page.table(page) + ", pane " + Page.paneId(page) + ", generation "
                        + Page.generation(page) + ".");
    }

    @Override
    public UnitCopy copy() {
        List<PaneCopy> copies = new ArrayList<>(panes.count());
        for (int position = 0; position < panes.count(); position++) {
            copies.add(panes.at(position).copy());
        }
        return new TableCopy(copies);
    }

    @Override
    public void forget() {
        pool.clear();
        panes.clear();
        lastAsked = null;
        rowCount = 0;
        removedRows = 0;
        pageCount = 0;
        bucketCount = 0;
        lastSealedRows = 0;
    }

    @Override
    public void restore(UnitCopy copy, boolean roomy) {
        for (PaneCopy pane : ((TableCopy) copy).panes()) {
            restore(pane, roomy && pane.indexed() ? PaneIndex.depthFor(pane.rowCount()) : pane.indexDepth());
        }
    }

    /** Adds a pane from a copy, later in order than all others. */
    private void restore(PaneCopy copy, int indexDepth) {
        add(panes.count(), copy.id(), indexDepth).restore(copy);
        countRows(copy.rowCount());
        if (copy.sealed()) {
            lastSealedRows = copy.rowCount();
        }
    }

    @Override
    public void write(MetaWriter rest) {
        rest.putLong(lastSealedRows);
        rest.putInt(panes.count());
        for (int position = 0; position < panes.count(); position++) {
            panes.at(position).write(rest);
        }
    }

    @Override
    public void read(MetaReader rest) {
        lastSealedRows = rest.getLong();
        int count = rest.getInt();
        for (int position = 0; position < count; position++) {
            if (panes.isFull()) {
                throw store.limitExceeded(spec.owner(), spec.name());
            }
            RowPane pane = pool.take();
            pane.read(rest);
            panes.insert(position, pane.id(), pane.slot());
            countRows(pane.rowCount());
        }
    }

    @Override
    public int requirePages() {
        int pages = 0;
        for (int position = 0; position < panes.count(); position++) {
            pages += panes.at(position).requirePages();
        }
        return pages;
    }

    /** Refuses a page of a snapshot that is not where the panes say. */
    void requirePage(int number, boolean fits, long paneId) {
        if (!fits) {
            throw SnapshotRest.corrupt("Page " + number + " of a snapshot is not what pane " + paneId + " of '"
                    + spec.path() + "' should have there.");
        }
    }

    @Override
    public long plannedBlocks() {
        long blocks = 0;
        for (int position = 0; position < panes.count(); position++) {
            blocks += panes.at(position).plannedBlocks();
        }
        return blocks;
    }

    @Override
    public void rebuildIndex(boolean roomy) {
        for (int position = 0; position < panes.count(); position++) {
            panes.at(position).rebuildIndex(roomy);
        }
    }

    @Override
    public void close() {
        panes.close();
    }
}
