package io.tidemark.offheap;

import java.util.List;

/** Copy of one pane. Pages stand in the order of their chains; nothing in it is an address. */
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
