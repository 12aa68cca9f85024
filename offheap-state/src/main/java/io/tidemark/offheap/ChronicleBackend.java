package io.tidemark.offheap;

import io.tidemark.state.EntryTable;
import io.tidemark.state.KeyLog;
import io.tidemark.state.ScalarState;
import io.tidemark.state.StateBackend;
import io.tidemark.state.StateErrors;
import io.tidemark.state.StateImage;
import io.tidemark.state.StateSnapshots;
import io.tidemark.state.StateTable;
import io.tidemark.state.StateUsage;
import io.tidemark.state.TableSpec;
import io.tidemark.state.TimeIndex;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** State of one query in the pages of one Chronicle Map. */
final class ChronicleBackend implements StateBackend {
    private final PageStore store;
    private final BucketPool buckets;
    private final ScalarPages scalars;
    private final KeyHash keyHash;
    private final PaneSerials serials = new PaneSerials();
    private final SnapshotRest rest;
    private final PageSnapshots snapshots;
    private final Map<String, PagedUnit> units = new LinkedHashMap<>();
    private boolean closed;

    ChronicleBackend(long limitBytes, int pages, long backedBytes, KeyHash keyHash) {
        this.keyHash = keyHash;
        store = new PageStore(limitBytes, pages, backedBytes);
        buckets = new BucketPool(store);
        scalars = new ScalarPages(store);
        rest = new SnapshotRest(store, buckets, scalars, serials);
        snapshots = new PageSnapshots(store, rest);
    }

    @Override
    public StateTable openTable(TableSpec spec) {
        requireNew(spec);
        return add(new RowTable(spec, units.size() + 1, store, buckets, keyHash, serials));
    }

    @Override
    public EntryTable openEntries(TableSpec spec) {
        requireNew(spec);
        if (spec.rowBytes(0) > EntryTable.MAX_BYTES) {
            throw StateErrors.rowTooLarge(spec.owner(), spec.name(), spec.rowBytes(0), EntryTable.MAX_BYTES);
        }
        return add(new EntryPages(spec, units.size() + 1, store, buckets, keyHash));
    }

    @Override
    public KeyLog openKeyLog(TableSpec spec) {
        requireNew(spec);
        if (spec.rowBytes(0) + Long.BYTES > KeyLog.MAX_BYTES) {
            throw StateErrors.rowTooLarge(spec.owner(), spec.name(), spec.rowBytes(0) + Long.BYTES, KeyLog.MAX_BYTES);
        }
        return add(LogPages.of(spec, units.size() + 1, store, buckets, keyHash));
    }

    @Override
    public TimeIndex openTimeIndex(String owner, String name) {
        TableSpec spec = new TableSpec(owner, name, 0, 0);
        requireNew(spec);
        return add(new TimeTree(spec, units.size() + 1, store, scalars));
    }

    private void requireNew(TableSpec spec) {
        if (units.containsKey(spec.path())) {
            throw StateErrors.openedTwice(spec.owner(), spec.name());
        }
    }

    private <T extends PagedUnit> T add(T unit) {
        units.put(unit.shape().spec().path(), unit);
        rest.add(unit);
        return unit;
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
        List<UnitCopy> copies = new ArrayList<>();
        units.values().forEach(unit -> copies.add(unit.copy()));
        return new StateCopy(shapes(), copies, scalars.paths(), scalars.copy());
    }

    private List<UnitShape> shapes() {
        return units.values().stream().map(PagedUnit::shape).toList();
    }

    @Override
    public void restore(StateImage image) {
        if (!(image instanceof StateCopy copy)) {
            throw StateErrors.imageMismatch("The image was made by another kind of backend.");
        }
        BitSet kept = copy.pageNumbers();
        requireFit(copy, kept);
        snapshots.reset();
        store.reset(kept);
        buckets.reset();
        units.values().forEach(PagedUnit::forget);
        scalars.restore(copy.values());
        boolean roomy = copy.fitsIndexes(buckets.available());
        int position = 0;
        for (PagedUnit unit : units.values()) {
            unit.restore(copy.units().get(position), roomy);
            position++;
        }
    }

    @Override
    public void adopt(StateImage image, Map<String, String> owners) {
        if (!(image instanceof StateCopy copy)) {
            throw StateErrors.imageMismatch("The image was made by another kind of backend.");
        }
        StateCopy wanted = copy.of(owners, units.keySet());
        BitSet kept = wanted.pageNumbers();
        requireRoom(kept);
        snapshots.reset();
        store.reset(kept);
        buckets.reset();
        units.values().forEach(PagedUnit::forget);
        boolean roomy = wanted.fitsIndexes(buckets.available());
        scalars.adopt(wanted.scalars(), wanted.values());
        for (int i = 0; i < wanted.units().size(); i++) {
            UnitShape shape = wanted.shapes().get(i);
            PagedUnit unit = units.get(shape.spec().path());
            if (!unit.shape().equals(shape)) {
                throw StateErrors.imageMismatch("The image holds " + shape + ", open is " + unit.shape() + ".");
            }
            unit.restore(wanted.units().get(i), roomy);
        }
    }

    private void requireFit(StateCopy copy, BitSet kept) {
        List<UnitShape> open = shapes();
        if (!copy.shapes().equals(open)) {
            throw StateErrors.imageMismatch("The image holds tables " + copy.shapes() + ", open are " + open + ".");
        }
        if (!copy.scalars().equals(scalars.paths())) {
            throw StateErrors.imageMismatch(
                    "The image holds scalars " + copy.scalars() + ", open are " + scalars.paths() + ".");
        }
        requireRoom(kept);
    }

    private void requireRoom(BitSet kept) {
        if (kept.length() > store.capacity()) {
            throw store.limitExceeded("", "all state");
        }
        if (store.holdsScalars(kept)) {
            throw StateErrors.imageMismatch("The scalars were opened later than in the backend that made the image.");
        }
    }

    @Override
    public StateSnapshots snapshots() {
        return snapshots;
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        units.values().forEach(PagedUnit::close);
        buckets.close();
        store.close();
    }
}
