package io.tidemark.offheap;

/** Walks the closed list of a snapshot, a granule or a run of neighbours at a time. */
final class GranuleSweep {
    /** Granules that are handed over as one part: 4 KiB, well below a microsecond. */
    private static final int MAX_RUN = 64;

    private final PageAddresses pages;
    private final WriteBarrier barrier;
    private long at;

    GranuleSweep(PageStore store) {
        pages = store.addresses();
        barrier = store.barrier();
    }

    void start() {
        at = 0;
    }

    boolean done() {
        return at == barrier.closed().count();
    }

    /** Hands over the next granules, if they were not yet. */
    void handOver(GranuleStage stage) {
        int entry = barrier.closed().at(at);
        long page = pages.of(GranuleList.page(entry));
        int granule = GranuleList.granule(entry);
        at++;
        if (!barrier.waits(page + granule)) {
            return;
        }
        if (granule == Page.HEADER_GRANULE) {
            stage.put(page, granule, 1);
            WriteBarrier.clean(page + granule, 1);
            return;
        }
        int count = run(page, entry);
        at += count - 1;
        if (!wasEmpty(page)) {
            stage.put(page, granule, count);
        }
        WriteBarrier.clean(page + granule, count);
    }

    /** How many granules of a payload wait one after the other, in the page and in the list. */
    private int run(long page, int entry) {
        int granule = GranuleList.granule(entry);
        long most = Math.min(
                Math.min(MAX_RUN, Page.HEADER_GRANULE - granule),
                barrier.closed().count() - at + 1);
        int count = 1;
        while (count < most
                && barrier.closed().at(at - 1 + count) == entry + count
                && barrier.waits(page + granule + count)) {
            count++;
        }
        return count;
    }

    /** Whether the payload of a page meant nothing when the snapshot began: it was free, or part of the index. */
    private boolean wasEmpty(long page) {
        int kind = Page.kind(page);
        return (kind == Page.FREE || kind == Page.INDEX) && !barrier.writtenSince(page + Page.HEADER_GRANULE);
    }

    /** Takes back the next granule of a snapshot that was abandoned. */
    void takeBack() {
        barrier.takeBack(barrier.closed().at(at));
        at++;
    }
}
