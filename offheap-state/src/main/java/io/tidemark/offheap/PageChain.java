package io.tidemark.offheap;

import io.tidemark.memory.OffHeap;
import io.tidemark.state.MetaReader;
import io.tidemark.state.MetaWriter;
import java.util.ArrayList;
import java.util.List;

/** Pages of one kind that belong to one pane, in order, filled one after the other. */
final class PageChain {
    private final PageStore store;
    private final PageAddresses pages;
    private final WriteBarrier barrier;
    private final RowTable table;
    private final int kind;
    private long paneId;
    private long paneSerial;
    private int first;
    private int last;
    private int count;

    PageChain(PageStore store, RowTable table, int kind) {
        this.store = store;
        this.pages = store.addresses();
        this.barrier = store.barrier();
        this.table = table;
        this.kind = kind;
    }

    /** Starts an empty chain for a pane. */
    void open(long id, long serial) {
        paneId = id;
        paneSerial = serial;
        first = 0;
        last = 0;
        count = 0;
    }

    long paneSerial() {
        return paneSerial;
    }

    /** Number of the first page, 0 if there is none. */
    int first() {
        return first;
    }

    /**
     * Takes room at the end and announces its writing.
     *
     * @param bytes a multiple of 8, at most a payload
     * @return a {@link PageRef}
     */
    int append(int bytes) {
        int number = last;
        long page = number == 0 ? 0 : pages.of(number);
        if (number == 0 || Page.used(page) + bytes > Page.PAYLOAD_BYTES) {
            number = addPage();
            page = pages.of(number);
        }
        int offset = Page.used(page);
        barrier.touchHeader(page);
        barrier.touch(page, page + Page.PAYLOAD + offset, bytes);
        Page.setUsed(page, offset + bytes);
        return PageRef.of(number, offset);
    }

    private int addPage() {
        int number = store.take(table.spec().owner(), table.spec().name());
        link(number);
        return number;
    }

    /** Makes a page that was taken from the store the last one of the chain. */
    private void link(int number) {
        long page = pages.of(number);
        barrier.touchHeader(page);
        Page.own(page, kind, table.id(), paneId, paneSerial, count);
        if (last == 0) {
            first = number;
        } else {
            long before = pages.of(last);
            barrier.touchHeader(before);
            Page.setNext(before, number);
        }
        last = number;
        count++;
        table.countPages(1);
    }

    /** Copies all pages that are left. */
    List<PageCopy> copy() {
        List<PageCopy> copies = new ArrayList<>(count);
        for (int number = first; number != 0; number = Page.next(pages.of(number))) {
            long page = pages.of(number);
            byte[] bytes = new byte[Page.used(page)];
            OffHeap.copyOut(page + Page.PAYLOAD, bytes, 0, bytes.length);
            copies.add(new PageCopy(number, bytes));
        }
        return copies;
    }

    /** Adds a page of a copy: it has left the free list already. */
    void restore(PageCopy copy) {
        link(copy.number());
        long page = pages.of(copy.number());
        barrier.touch(page, page + Page.PAYLOAD, Math.max(copy.bytes().length, 1));
        OffHeap.copyIn(copy.bytes(), 0, page + Page.PAYLOAD, copy.bytes().length);
        Page.setUsed(page, copy.bytes().length);
    }

    void write(MetaWriter rest) {
        rest.putInt(first);
        rest.putInt(last);
        rest.putInt(count);
    }

    /** Reads the chain of an open pane back. */
    void read(MetaReader rest) {
        first = rest.getInt();
        last = rest.getInt();
        count = rest.getInt();
    }

    /** Counts the pages that are left, and checks that they are a chain of this pane. */
    int requirePages() {
        int found = 0;
        int end = 0;
        int sequence = -1;
        for (int number = first; number != 0; number = Page.next(pages.of(number))) {
            table.requirePage(number, number > 0 && number < pages.count(), paneId);
            long page = pages.of(number);
            boolean follows = sequence < 0 || Page.sequence(page) == sequence + 1;
            table.requirePage(number, owns(page) && follows, paneId);
            sequence = Page.sequence(page);
            end = number;
            found++;
        }
        table.requirePage(end, end == last && (end == 0 || sequence == count - 1), paneId);
        table.countPages(found);
        return found;
    }

    /** Frees pages from the front; returns what is left of the budget. */
    int free(int budget) {
        int left = budget;
        while (left > 0 && first != 0) {
            long page = pages.of(first);
            assert owns(page);
            int next = Page.next(page);
            store.free(first);
            table.countPages(-1);
            first = next;
            left--;
        }
        last = first == 0 ? 0 : last;
        return left;
    }

    /** True, or {@code STATE_CORRUPT} when the page is not one of this chain; for assertions. */
    boolean owns(long page) {
        if (Page.isFormatted(page)
                && Page.kind(page) == kind
                && Page.table(page) == table.id()
                && Page.paneSerial(page) == paneSerial
                && Page.paneId(page) == paneId) {
            return true;
        }
        throw table.foreignPage(page, paneId);
    }
}
