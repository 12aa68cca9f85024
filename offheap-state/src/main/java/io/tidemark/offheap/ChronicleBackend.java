package io.tidemark.offheap;

import io.tidemark.state.EntryTable;
import io.tidemark.state.ScalarState;
import io.tidemark.state.StateBackend;
import io.tidemark.state.StateErrors;
import io.tidemark.state.StateImage;
import io.tidemark.state.StateTable;
import io.tidemark.state.StateUsage;
import io.tidemark.state.TableSpec;
import io.tidemark.state.TimeIndex;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Tables and scalars of one query in the pages of one Chronicle Map. */
final class ChronicleBackend implements StateBackend {
    private final PageStore store;
    private final BucketPool buckets;
    private final ScalarPages scalars;
    private final KeyHash keyHash;
    private final PaneSerials serials = new PaneSerials();
    private final Map<String, RowTable> tables = new LinkedHashMap<>();
    private boolean closed;

    ChronicleBackend(long limitBytes, int pages, KeyHash keyHash) {
        this.keyHash = keyHash;
        store = new PageStore(limitBytes, pages);
        buckets = new BucketPool(store);
        scalars = new ScalarPages(store);
    }

    @Override
    public StateTable openTable(TableSpec spec) {
        if (tables.containsKey(spec.path())) {
            throw StateErrors.openedTwice(spec.owner(), spec.name());
        }
        RowTable table = new RowTable(spec, tables.size() + 1, store, buckets, keyHash, serials);
        tables.put(spec.path(), table);
        return table;
    }

    @Override
    public EntryTable openEntries(TableSpec spec) {
        throw new UnsupportedOperationException("entries");
    }

    @Override
    public TimeIndex openTimeIndex(String owner, String name) {
        throw new UnsupportedOperationException("times");
    }

    @Override
    public ScalarState openScalar(String owner, String name, long initial) {
        return scalars.open(owner, name, initial);
    }

    /** For snapshots of what has changed, and their tests. */
    PageStore store() {
        return store;
    }

    @Override
    public long usedBytes() {
        return store.usedBytes();
    }

    @Override
    public long limitBytes() {
        return store.limitBytes();
    }

    @Override
    public StateUsage usage() {
        int indexPages = buckets.pageCount();
        return new StateUsage(
                store.usedBytes(), store.limitBytes(), store.usedPages() - indexPages, indexPages, store.available());
    }

    @Override
    public StateImage copy() {
        List<TableSpec> specs = new ArrayList<>();
        List<List<PaneCopy>> panes = new ArrayList<>();
        for (RowTable table : tables.values()) {
            specs.add(table.spec());
            panes.add(table.copy());
        }
        return new StateCopy(specs, panes, scalars.paths(), scalars.copy());
    }

    @Override
    public void restore(StateImage image) {
        if (!(image instanceof StateCopy copy)) {
            throw StateErrors.imageMismatch("The image was made by another kind of backend.");
        }
        BitSet kept = copy.pageNumbers();
        requireFit(copy, kept);
        store.barrier().stopTracking();
        store.reset(kept);
        buckets.reset();
        tables.values().forEach(RowTable::forget);
        scalars.restore(copy.values());
        boolean roomy = IndexPlan.fits(copy, buckets.available());
        int position = 0;
        for (RowTable table : tables.values()) {
            for (PaneCopy pane : copy.panes().get(position)) {
                table.restore(pane, roomy ? PaneIndex.depthFor(pane.rowCount()) : pane.indexDepth());
            }
            position++;
        }
    }

    private void requireFit(StateCopy copy, BitSet kept) {
        List<TableSpec> open = tables.values().stream().map(RowTable::spec).toList();
        if (!copy.tables().equals(open)) {
            throw StateErrors.imageMismatch("The image holds tables " + copy.tables() + ", open are " + open + ".");
        }
        if (!copy.scalars().equals(scalars.paths())) {
            throw StateErrors.imageMismatch(
                    "The image holds scalars " + copy.scalars() + ", open are " + scalars.paths() + ".");
        }
        if (kept.length() > store.capacity()) {
            throw store.limitExceeded("", "all tables");
        }
        if (store.holdsScalars(kept)) {
            throw StateErrors.imageMismatch("The scalars were opened later than in the backend that made the image.");
        }
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        tables.values().forEach(RowTable::close);
        buckets.close();
        store.close();
    }
}
