package io.tidemark.offheap;

import io.tidemark.memory.OffHeap;
import io.tidemark.state.MetaReader;
import io.tidemark.state.MetaWriter;
import io.tidemark.state.TableSpec;
import java.util.ArrayList;
import java.util.List;

/** The pages of one log, in the order in which they were filled; the last one is being filled. */
final class LogChain {
    private final PageStore store;
    private final PageAddresses pages;
    private final WriteBarrier barrier;
    private final TableSpec spec;
    private final int table;
    private final LogRing ring;
    private int first;
    private int last;
    /** The page that was visited last, 0 to begin with the first. */
    private int visited;

    private int pageCount;
    private long rows;

    LogChain(TableSpec spec, int table, PageStore store) {
        this.spec = spec;
        this.table = table;
        this.store = store;
        this.pages = store.addresses();
        this.barrier = store.barrier();
        ring = LogRing.of(pages, store.capacity());
    }

    /** Leads from references to pages. */
    LogRing ring() {
        return ring;
    }

    long rows() {
        return rows;
    }

    long usedBytes() {
        return (long) pageCount * PageMap.STRIDE;
    }

    /** Whether so many bytes fit into the last page. */
    boolean hasRoom(int bytes) {
        return last != 0 && Page.used(pages.of(last)) + bytes <= Page.PAYLOAD_BYTES;
    }

    /** Begins another page. */
    void addPage() {
        int number = store.take(spec.owner(), spec.name());
        link(number, ring.add(number));
    }

    /** Makes a page that was taken from the store the last one. */
    private void link(int number, long sequence) {
        long page = pages.of(number);
        barrier.touchHeader(page);
        LogPage.own(page, table, sequence, last);
        if (last == 0) {
            first = number;
        } else {
            barrier.touchHeader(pages.of(last));
            Page.setNext(pages.of(last), number);
        }
        last = number;
        pageCount++;
    }

    /** Takes room in the last page, which has it, and announces its writing; returns the reference. */
    long append(int bytes, long dueNs) {
        long page = pages.of(last);
        int offset = Page.used(page);
        barrier.touchHeader(page);
        barrier.touch(page, page + Page.PAYLOAD + offset, bytes);
        LogPage.add(page, bytes, dueNs);
        rows++;
        return LogRing.reference(LogPage.sequence(page), offset);
    }

    /** Reference of the first row, or 0. */
    long first() {
        return firstFrom(first);
    }

    private long firstFrom(int number) {
        int at = number;
        while (at != 0 && Page.used(pages.of(at)) == 0) {
            at = Page.next(pages.of(at));
        }
        return at == 0 ? 0 : LogRing.reference(LogPage.sequence(pages.of(at)), 0);
    }

    /** Reference of the row after one of so many bytes, or 0. */
    long next(long reference, int bytes) {
        long page = ring.page(reference);
        int offset = PageRef.offset((int) reference) + bytes;
        return offset < Page.used(page)
                ? LogRing.reference(LogPage.sequence(page), offset)
                : firstFrom(Page.next(page));
    }

    /** Whether all rows of the first page are due. */
    boolean isFirstDue(long watermarkNs) {
        return first != 0 && LogPage.lastDue(pages.of(first)) <= watermarkNs;
    }

    /** Drops the first page; returns how many rows went with it. */
    int dropFirst() {
        return drop(first);
    }

    /** Drops the next page if all of its rows are due; returns how many rows went. */
    int visitNext(long watermarkNs) {
        int next = visited == 0 ? 0 : Page.next(pages.of(visited));
        visited = next == 0 ? first : next;
        return visited != 0 && LogPage.lastDue(pages.of(visited)) <= watermarkNs ? drop(visited) : 0;
    }

    private int drop(int number) {
        long page = pages.of(number);
        assert owns(page);
        int before = LogPage.previous(page);
        int after = Page.next(page);
        if (before == 0) {
            first = after;
        } else {
            barrier.touchHeader(pages.of(before));
            Page.setNext(pages.of(before), after);
        }
        if (after == 0) {
            last = before;
        } else {
            barrier.touchHeader(pages.of(after));
            LogPage.setPrevious(pages.of(after), before);
        }
        visited = visited == number ? before : visited;
        int gone = LogPage.rows(page);
        ring.remove(LogPage.sequence(page));
        store.free(number);
        pageCount--;
        rows -= gone;
        return gone;
    }

    boolean owns(long page) {
        return Page.kind(page) == Page.LOG && Page.table(page) == table;
    }

    List<LogPageCopy> copy() {
        List<LogPageCopy> copies = new ArrayList<>(pageCount);
        for (int number = first; number != 0; number = Page.next(pages.of(number))) {
            long page = pages.of(number);
            byte[] bytes = new byte[Page.used(page)];
            OffHeap.copyOut(page + Page.PAYLOAD, bytes, 0, bytes.length);
            copies.add(
                    new LogPageCopy(number, LogPage.sequence(page), LogPage.rows(page), LogPage.lastDue(page), bytes));
        }
        return copies;
    }

    /** Adds a page of a copy: it has left the free list already. */
    void restore(LogPageCopy copy) {
        link(copy.number(), copy.sequence());
        ring.set(copy.sequence(), copy.number());
        long page = pages.of(copy.number());
        barrier.touch(page, page + Page.PAYLOAD, Math.max(copy.bytes().length, 1));
        OffHeap.copyIn(copy.bytes(), 0, page + Page.PAYLOAD, copy.bytes().length);
        LogPage.fill(page, copy.bytes().length, copy.rows(), copy.lastDue());
        rows += copy.rows();
    }

    void write(MetaWriter rest) {
        rest.putInt(first);
        rest.putInt(last);
        rest.putInt(visited);
        rest.putLong(ring.last());
        rest.putInt(pageCount);
        rest.putLong(rows);
    }

    void read(MetaReader rest) {
        first = rest.getInt();
        last = rest.getInt();
        visited = rest.getInt();
        ring.clear();
        ring.continueAfter(rest.getLong());
        pageCount = rest.getInt();
        rows = rest.getLong();
    }

    /** Counts the pages, and checks that they are what {@link #read} has read. */
    int requirePages() {
        int found = 0;
        long counted = 0;
        int before = 0;
        for (int number = first; number != 0; number = Page.next(pages.of(number))) {
            requirePage(number, found < pageCount && number > 0 && number < pages.count());
            long page = pages.of(number);
            requirePage(number, owns(page) && LogPage.previous(page) == before);
            ring.set(LogPage.sequence(page), number);
            counted += LogPage.rows(page);
            before = number;
            found++;
        }
        requirePage(before, found == pageCount && before == last && counted == rows);
        return found;
    }

    private void requirePage(int number, boolean fits) {
        if (!fits) {
            throw SnapshotRest.corrupt(
                    "Page " + number + " of a snapshot is not what '" + spec.path() + "' should have there.");
        }
    }

    /** Forgets all pages: they have gone back to the store. */
    void forget() {
        first = 0;
        last = 0;
        visited = 0;
        pageCount = 0;
        rows = 0;
        ring.clear();
    }

    void close() {
        ring.close();
    }
}
