package io.tidemark.offheap;

import java.util.List;

/** How many index blocks a restore takes when it lays every index out for the rows that are there. */
final class IndexPlan {
    private IndexPlan() {}

    /** Whether so many blocks are enough, with a fifth to spare for uneven hashes. */
    static boolean fits(StateCopy copy, long blocks) {
        long planned = 0;
        for (List<PaneCopy> table : copy.panes()) {
            for (PaneCopy pane : table) {
                planned += blocksFor(pane.rowCount());
            }
        }
        return planned + planned / 5 <= blocks;
    }

    /** Buckets and nodes for so many rows. */
    private static long blocksFor(long rows) {
        int depth = PaneIndex.depthFor(rows);
        long most = 1L << depth;
        long nodes = depth == 0 ? 0 : (most >> Bucket.NODE_BITS) + (most >> 2 * Bucket.NODE_BITS) + 2;
        return Math.min(rows, most) + nodes;
    }
}
