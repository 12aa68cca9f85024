package io.tidemark.state.heap;

import io.tidemark.state.StatePane;
import io.tidemark.state.StateTable;
import io.tidemark.state.TableSpec;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A table as a sorted map of panes. */
final class HeapTable implements StateTable {
    private final TableSpec spec;
    private final HeapMemory memory;
    private final TreeMap<Long, HeapPane> panes = new TreeMap<>();

    HeapTable(TableSpec spec, HeapMemory memory) {
        this.spec = spec;
        this.memory = memory;
    }

    @Override
    public TableSpec spec() {
        return spec;
    }

    @Override
    public StatePane pane(long id) {
        return panes.get(id);
    }

    @Override
    public StatePane openPane(long id) {
        return panes.computeIfAbsent(id, missing -> new HeapPane(this, memory, missing));
    }

    @Override
    public StatePane firstPane() {
        return panes.isEmpty() ? null : panes.firstEntry().getValue();
    }

    @Override
    public StatePane firstOpenPane() {
        for (HeapPane pane : panes.values()) {
            if (!pane.sealed()) {
                return pane;
            }
        }
        return null;
    }

    @Override
    public StatePane nextPane(long id) {
        Map.Entry<Long, HeapPane> next = panes.higherEntry(id);
        return next == null ? null : next.getValue();
    }

    @Override
    public int paneCount() {
        return panes.size();
    }

    @Override
    public long rowCount() {
        return panes.values().stream().mapToLong(HeapPane::rowCount).sum();
    }

    @Override
    public long usedBytes() {
        return panes.values().stream().mapToLong(HeapPane::usedBytes).sum();
    }

    void remove(HeapPane pane) {
        panes.remove(pane.id());
    }

    void discard() {
        panes.values().forEach(HeapPane::discard);
        panes.clear();
    }

    List<HeapPaneImage> copy() {
        return panes.values().stream().map(HeapPane::copy).toList();
    }

    void restore(List<HeapPaneImage> images) {
        for (HeapPaneImage image : images) {
            HeapPane pane = new HeapPane(this, memory, image.id());
            panes.put(image.id(), pane);
            pane.restore(image);
        }
    }
}
