package io.tidemark.offheap;

import io.tidemark.memory.OffHeap;
import io.tidemark.state.MetaReader;
import io.tidemark.state.MetaWriter;
import io.tidemark.state.ScalarState;
import io.tidemark.state.StateErrors;
import io.tidemark.state.TableSpec;
import io.tidemark.state.TimeIndex;

/**
 * An index by time as a tree of sorted nodes from which only the first record is ever removed. A record that is added goes behind all
 * that are due no later, so equal due times stay in the order of insertion. Leaves that are filled in order are full, others at least
 * half full; the first ones of each level shrink from the front and are freed when empty, so nothing is ever merged.
 *
 * <p>Nodes lie in slots; root, height, size and the last insertion number are scalars.
 */
final class TimeTree implements TimeIndex, PagedUnit {
    private static final int MAX_HEIGHT = 16;

    private final TableSpec spec;
    private final PageAddresses pages;
    private final WriteBarrier barrier;
    private final PageStore store;
    private final SlotPages nodes;
    private final ScalarState root;
    private final ScalarState height;
    private final ScalarState size;
    private final ScalarState inserted;
    /** Inner nodes from the root to the first leaf. Scratch of one call. */
    private final long[] path = new long[MAX_HEIGHT];

    private long firstLeaf;
    private long lastLeaf;
    /** Address of the first record. */
    private long first;

    private long firstDue = EMPTY;

    TimeTree(TableSpec spec, int id, PageStore store, ScalarPages scalars) {
        this.spec = spec;
        this.store = store;
        this.pages = store.addresses();
        this.barrier = store.barrier();
        nodes = new SlotPages(store, spec, id, Page.TIMES);
        root = scalars.open(spec.owner(), spec.name() + "/root", 0);
        height = scalars.open(spec.owner(), spec.name() + "/height", 0);
        size = scalars.open(spec.owner(), spec.name() + "/size", 0);
        inserted = scalars.open(spec.owner(), spec.name() + "/inserted", 0);
    }

    @Override
    public UnitShape shape() {
        return new UnitShape("times", spec);
    }

    @Override
    public void add(long dueNs, long payload) {
        if (dueNs == EMPTY) {
            throw StateErrors.corrupt(spec, "A record was added that is never due.");
        }
        long leaf = leafFor(dueNs);
        long node = node(leaf);
        int position = TimeNode.after(node, 0, TimeNode.start(node), dueNs);
        position = TimeNode.open(node, 0, position, pages.ofRef((int) leaf), barrier);
        TimeNode.writeRecord(TimeNode.at(node, 0, position), dueNs, inserted.get(), payload);
        inserted.set(inserted.get() + 1);
        size.set(size.get() + 1);
        if (leaf == firstLeaf) {
            findFirst();
        }
    }

    private long node(long reference) {
        return nodes.address(reference);
    }

    /** The leaf to which a record belongs, with room for it. */
    private long leafFor(long dueNs) {
        if (root.get() == 0) {
            root.set(take());
            firstLeaf = root.get();
            lastLeaf = firstLeaf;
        }
        long leaf = lastLeaf;
        if (height.get() > 0 && dueNs < TimeNode.due(node(leaf), 0, TimeNode.start(node(leaf)))) {
            leaf = descend(dueNs);
        }
        return TimeNode.isFull(node(leaf), 0) ? split(dueNs) : leaf;
    }

    private long descend(long dueNs) {
        long reference = root.get();
        for (int level = (int) height.get(); level > 0; level--) {
            long node = node(reference);
            reference = TimeNode.child(node, TimeNode.childFor(node, level, dueNs));
        }
        return reference;
    }

    private long take() {
        long reference = nodes.take(TimeNode.BYTES);
        TimeNode.setRange(node(reference), 0, 0);
        return reference;
    }

    /** Splits the full leaf to which a record belongs, and the full nodes above it; returns the half for the record. */
    private long split(long dueNs) {
        int level = (int) height.get();
        if (!nodes.hasRoom(level + 2, TimeNode.BYTES)) {
            throw store.limitExceeded(spec.owner(), spec.name());
        }
        if (TimeNode.isFull(node(root.get()), level)) {
            level++;
            long higher = take();
            TimeNode.writeEntry(TimeNode.at(node(higher), level, 0), 0, root.get());
            TimeNode.setRange(node(higher), 0, 1);
            root.set(higher);
            height.set(level);
        }
        long reference = root.get();
        for (; level > 0; level--) {
            long node = node(reference);
            int at = TimeNode.childFor(node, level, dueNs);
            if (TimeNode.isFull(node(TimeNode.child(node, at)), level - 1)) {
                splitChild(reference, level, at, dueNs);
                at = TimeNode.childFor(node, level, dueNs);
            }
            reference = TimeNode.child(node, at);
        }
        return reference;
    }

    private void splitChild(long parent, int level, int at, long dueNs) {
        int childLevel = level - 1;
        long lower = TimeNode.child(node(parent), at);
        long lowerNode = node(lower);
        int start = TimeNode.start(lowerNode);
        int end = TimeNode.end(lowerNode);
        boolean appending = lower == lastLeaf && TimeNode.due(lowerNode, 0, end - 1) <= dueNs;
        int middle = appending ? end : start + end >>> 1;
        long separator = appending ? dueNs : TimeNode.due(lowerNode, childLevel, middle);
        long upper = take();
        long upperNode = node(upper);
        OffHeap.copy(
                TimeNode.at(lowerNode, childLevel, middle),
                TimeNode.at(upperNode, childLevel, 0),
                (long) (end - middle) * TimeNode.stride(childLevel));
        TimeNode.setRange(upperNode, 0, end - middle);
        barrier.touch(pages.ofRef((int) lower), lowerNode, TimeNode.FIRST_AT);
        TimeNode.setRange(lowerNode, start, middle);
        int position = TimeNode.open(node(parent), level, at + 1, pages.ofRef((int) parent), barrier);
        TimeNode.writeEntry(TimeNode.at(node(parent), level, position), separator, upper);
        lastLeaf = lower == lastLeaf ? upper : lastLeaf;
    }

    private void findFirst() {
        if (size.get() == 0) {
            firstDue = EMPTY;
            return;
        }
        long node = node(firstLeaf);
        first = TimeNode.at(node, 0, TimeNode.start(node));
        firstDue = OffHeap.getLong(first);
    }

    @Override
    public long firstDueNs() {
        return firstDue;
    }

    @Override
    public long firstPayload() {
        requireFirst();
        return OffHeap.getLong(first + TimeNode.PAYLOAD_AT);
    }

    @Override
    public long firstOrder() {
        requireFirst();
        return OffHeap.getLong(first + TimeNode.ORDER_AT);
    }

    private void requireFirst() {
        if (firstDue == EMPTY) {
            throw StateErrors.noFirst(spec);
        }
    }

    @Override
    public void removeFirst() {
        requireFirst();
        long node = node(firstLeaf);
        int start = TimeNode.start(node) + 1;
        int end = TimeNode.end(node);
        size.set(size.get() - 1);
        if (start == end && height.get() > 0) {
            dropFirstLeaf();
        } else {
            barrier.touch(pages.ofRef((int) firstLeaf), node, TimeNode.FIRST_AT);
            TimeNode.setRange(node, start == end ? 0 : start, start == end ? 0 : end);
        }
        findFirst();
    }

    private void dropFirstLeaf() {
        long reference = root.get();
        int top = (int) height.get();
        for (int level = top; level > 0; level--) {
            path[level] = reference;
            long node = node(reference);
            reference = TimeNode.child(node, TimeNode.start(node));
        }
        nodes.free(reference);
        boolean empty = true;
        for (int level = 1; empty; level++) {
            long node = node(path[level]);
            int start = TimeNode.start(node) + 1;
            int end = TimeNode.end(node);
            empty = start == end;
            if (empty) {
                nodes.free(path[level]);
            } else {
                barrier.touch(pages.ofRef((int) path[level]), node, TimeNode.FIRST_AT);
                TimeNode.setRange(node, start, end);
            }
        }
        lowerRoot();
        firstLeaf = leftmost();
    }

    /** Takes away roots with a single child: a root has two children or is a leaf. */
    private void lowerRoot() {
        while (height.get() > 0) {
            long node = node(root.get());
            int start = TimeNode.start(node);
            if (TimeNode.end(node) - start > 1) {
                return;
            }
            long child = TimeNode.child(node, start);
            nodes.free(root.get());
            root.set(child);
            height.set(height.get() - 1);
        }
    }

    private long leftmost() {
        long reference = root.get();
        for (long level = height.get(); level > 0; level--) {
            reference = TimeNode.child(node(reference), TimeNode.start(node(reference)));
        }
        return reference;
    }

    private long rightmost() {
        long reference = root.get();
        for (long level = height.get(); level > 0; level--) {
            reference = TimeNode.child(node(reference), TimeNode.end(node(reference)) - 1);
        }
        return reference;
    }

    @Override
    public long size() {
        return size.get();
    }

    @Override
    public long usedBytes() {
        return nodes.usedBytes();
    }

    @Override
    public UnitCopy copy() {
        return new TimesCopy(nodes.copy());
    }

    @Override
    public void forget() {
        nodes.forget();
    }

    /** The scalars are restored before. */
    @Override
    public void restore(UnitCopy copy, boolean roomy) {
        ((TimesCopy) copy).nodes().forEach(nodes::restore);
        findEnds();
    }

    private void findEnds() {
        firstLeaf = root.get() == 0 ? 0 : leftmost();
        lastLeaf = root.get() == 0 ? 0 : rightmost();
        findFirst();
    }

    @Override
    public void write(MetaWriter rest) {
        nodes.write(rest);
    }

    @Override
    public void read(MetaReader rest) {
        nodes.read(rest);
    }

    @Override
    public int requirePages() {
        return nodes.requirePages();
    }

    /** The tree is its own index. */
    @Override
    public long plannedBlocks() {
        return 0;
    }

    @Override
    public void rebuildIndex(boolean roomy) {
        findEnds();
    }

    /** Everything lies in pages and scalars. */
    @Override
    public void close() {}
}
