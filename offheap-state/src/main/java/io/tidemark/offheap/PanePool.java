package io.tidemark.offheap;

import java.util.Arrays;

/** Pane objects of one table by slot, made when first needed and used again after a pane is gone. */
final class PanePool {
    private static final int CHUNK_BITS = 8;
    private static final int CHUNK = 1 << CHUNK_BITS;

    private final RowTable table;
    private final RowPane[][] chunks;
    private int made;
    private RowPane free;

    PanePool(int capacity, RowTable table) {
        this.table = table;
        this.chunks = new RowPane[(capacity >> CHUNK_BITS) + 1][];
    }

    RowPane at(int slot) {
        return chunks[slot >> CHUNK_BITS][slot & CHUNK - 1];
    }

    /** A pane that is not open. */
    RowPane take() {
        RowPane pane = free;
        if (pane == null) {
            return make();
        }
        free = pane.nextFree();
        return pane;
    }

    private RowPane make() {
        int chunk = made >> CHUNK_BITS;
        if (chunks[chunk] == null) {
            chunks[chunk] = new RowPane[CHUNK];
        }
        RowPane pane = new RowPane(table, made);
        chunks[chunk][made & CHUNK - 1] = pane;
        made++;
        return pane;
    }

    void giveBack(RowPane pane) {
        pane.setNextFree(free);
        free = pane;
    }

    /** Forgets all objects, so that panes from before a restore are never used again. */
    void clear() {
        for (int slot = 0; slot < made; slot++) {
            at(slot).kill();
        }
        Arrays.fill(chunks, null);
        made = 0;
        free = null;
    }
}
