package io.tidemark.state.heap;

import io.tidemark.state.StatePane;
import io.tidemark.state.StateTable;
import io.tidemark.state.TableSpec;
import java.util.Map;
import java.util.TreeMap;

/** A table as a sorted map of panes. */
final class HeapTable implements StateTable, HeapUnit {
    private final TableSpec spec;
    private final HeapMemory memory;
    private final TreeMap<Long, HeapPane> panes = new TreeMap<>();
    private final TreeMap<Long, HeapPane> open = new TreeMap<>();
    private long rows;
    private long removedRows;
    private long bytes;

    HeapTable(TableSpec spec, HeapMemory memory) {
        this.spec = spec;
        this.memory = memory;
    }

    @Override
    public HeapShape shape() {
        return new HeapShape("table", spec);
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
        HeapPane pane = panes.get(id);
        if (pane == null) {
            pane = new HeapPane(this, memory, id);
            panes.put(id, pane);
            open.put(id, pane);
        }
        return pane;
    }

    @Override
    public StatePane firstPane() {
        return panes.isEmpty() ? null : panes.firstEntry().getValue();
    }

    @Override
    public StatePane firstOpenPane() {
        return open.isEmpty() ? null : open.firstEntry().getValue();
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
    public long removedRows() {
        return removedRows;
    }

    @Override
    public long rowCount() {
        return rows;
    }

    @Override
    public long usedBytes() {
        return bytes;
    }

    void addedRow() {
        rows++;
    }

    void charged(long charge) {
        bytes += charge;
    }

    void sealed(HeapPane pane) {
        open.remove(pane.id());
    }

    void remove(HeapPane pane) {
        panes.remove(pane.id());
        rows -= pane.rowCount();
        removedRows += pane.rowCount();
    }

    @Override
    public void discard() {
        panes.values().forEach(HeapPane::discard);
        panes.clear();
        open.clear();
        rows = 0;
    }

    @Override
    public HeapUnitImage copy() {
        return new HeapTableImage(
                spec, panes.values().stream().map(HeapPane::copy).toList());
    }

    @Override
    public void restore(HeapUnitImage image) {
        removedRows = 0;
        for (HeapPaneImage copy : ((HeapTableImage) image).panes()) {
            HeapPane pane = new HeapPane(this, memory, copy.id());
            panes.put(copy.id(), pane);
            pane.restore(copy);
            rows += pane.rowCount();
            if (!pane.sealed()) {
                open.put(copy.id(), pane);
            }
        }
    }
}
