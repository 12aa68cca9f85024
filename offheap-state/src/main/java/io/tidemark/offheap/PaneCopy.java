package io.tidemark.offheap;

import java.util.List;

/**
 * Copy of one pane. Pages stand in the order of their chains; nothing in it is an address.
 *
 * @param indexDepth depth in which the index began, or {@link #NO_INDEX}
 */
record PaneCopy(
        long id,
        long rowCount,
        boolean sealed,
        boolean freeing,
        int causeSource,
        long causePosition,
        long causeIngestTimeNs,
        int indexDepth,
        List<PageCopy> rows,
        List<PageCopy> texts) {
    /** Depth of the index of a pane that has none. */
    static final int NO_INDEX = -1;

    boolean indexed() {
        return indexDepth != NO_INDEX;
    }

    long sizeBytes() {
        return bytesOf(rows) + bytesOf(texts);
    }

    private static long bytesOf(List<PageCopy> pages) {
        return pages.stream().mapToLong(page -> page.bytes().length).sum();
    }

    int pageCount() {
        return rows.size() + texts.size();
    }
}
