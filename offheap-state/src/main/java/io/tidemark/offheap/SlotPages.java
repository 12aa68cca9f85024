package io.tidemark.offheap;

import io.tidemark.memory.OffHeap;
import io.tidemark.state.MetaReader;
import io.tidemark.state.MetaWriter;
import io.tidemark.state.StateErrors;
import io.tidemark.state.TableSpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Slots of many sizes in pages of one owner, each page for one size. Everything that is not derived from the pages lies in them. A
 * reference is {@code generation << 32 | PageRef of the body}. A page that gets empty is kept as a spare until the next one does, so
 * that a walk which frees what it has passed stays on a page of the owner.
 */
final class SlotPages {
    private final PageStore store;
    private final PageAddresses pages;
    private final WriteBarrier barrier;
    private final TableSpec spec;
    private final int table;
    private final int kind;
    /** By size class, the first page with room, 0 if none. */
    private final int[] roomy = new int[SizeClass.COUNT];

    private int first;
    private int last;
    private int spare;
    private int pageCount;
    private long count;

    SlotPages(PageStore store, TableSpec spec, int table, int kind) {
        this.store = store;
        this.pages = store.addresses();
        this.barrier = store.barrier();
        this.spec = spec;
        this.table = table;
        this.kind = kind;
    }

    /** Slots that are taken. */
    long count() {
        return count;
    }

    long usedBytes() {
        return (long) pageCount * PageMap.STRIDE;
    }

    /** Whether {@code slots} more can be taken; only for owners whose slots are all of this many bytes. */
    boolean hasRoom(int slots, int bytes) {
        long perPage = Page.PAYLOAD_BYTES / SizeClass.slotBytes(classOf(bytes));
        return perPage * (pageCount + store.available()) - count >= slots;
    }

    private static int classOf(int bytes) {
        return SizeClass.of(Math.max(bytes + SlotPage.SLOT_HEADER, SizeClass.MIN_BYTES));
    }

    /**
     * Takes a slot and announces the writing of its body, whose bytes are undefined.
     *
     * @param bytes a multiple of 8
     * @return its reference
     */
    long take(int bytes) {
        int sizeClass = classOf(bytes);
        int number = roomy[sizeClass];
        if (number == 0) {
            number = addPage(sizeClass);
        }
        spare = number == spare ? 0 : spare;
        long page = pages.of(number);
        barrier.touchHeader(page);
        int ref = SlotPage.free(page);
        long body;
        int generation;
        if (ref != 0) {
            body = pages.place(ref);
            SlotPage.setFree(page, OffHeap.getInt(body));
            generation = SlotPage.generation(body) + 1;
        } else {
            int offset = Page.used(page) + SlotPage.SLOT_HEADER;
            ref = PageRef.of(number, offset);
            body = page + Page.PAYLOAD + offset;
            Page.setUsed(page, Page.used(page) + SlotPage.slotBytes(page));
            generation = SlotPage.firstGeneration(page);
        }
        SlotPage.setLiveCount(page, SlotPage.liveCount(page) + 1);
        if (!SlotPage.hasRoom(page)) {
            unlinkRoomy(page, sizeClass);
        }
        long slot = body - SlotPage.SLOT_HEADER;
        barrier.touch(page, slot, bytes + SlotPage.SLOT_HEADER);
        OffHeap.putInt(slot, SlotPage.LIVE | bytes);
        OffHeap.putInt(slot + Integer.BYTES, generation);
        count++;
        return SlotPage.reference(generation, ref);
    }

    /** Frees a slot; refuses one that is free already. */
    void free(long reference) {
        requireLive(reference);
        int number = PageRef.page((int) reference);
        long page = pages.of(number);
        long body = pages.place((int) reference);
        long slot = body - SlotPage.SLOT_HEADER;
        barrier.touchHeader(page);
        barrier.touch(page, slot, SizeClass.MIN_BYTES);
        boolean full = !SlotPage.hasRoom(page);
        OffHeap.putInt(slot, 0);
        OffHeap.putInt(body, SlotPage.free(page));
        SlotPage.setFree(page, (int) reference);
        SlotPage.setLiveCount(page, SlotPage.liveCount(page) - 1);
        count--;
        if (full) {
            linkRoomy(page, SlotPage.sizeClass(page));
        }
        if (SlotPage.liveCount(page) == 0) {
            if (spare != 0) {
                giveBack(spare);
            }
            spare = number;
        }
    }

    /** Address of the body of a slot. */
    long address(long reference) {
        assert live(reference);
        return pages.place((int) reference);
    }

    /** The same, with the write barrier done for {@code length} bytes from {@code offset}. */
    long addressForUpdate(long reference, int offset, int length) {
        assert live(reference);
        long page = pages.ofRef((int) reference);
        long address = page + Page.PAYLOAD + PageRef.offset((int) reference);
        assert offset >= 0 && length >= 0 && offset + length <= SlotPage.bodyBytes(address) : offset + " " + length;
        if (length > 0) {
            barrier.touch(page, address + offset, length);
        }
        return address;
    }

    /** The same, refused in any case when the slot is free. */
    long addressChecked(long reference) {
        requireLive(reference);
        return pages.place((int) reference);
    }

    private boolean live(long reference) {
        requireLive(reference);
        return true;
    }

    private void requireLive(long reference) {
        int ref = (int) reference;
        if (PageRef.page(ref) < pages.count()
                && owns(pages.ofRef(ref))
                && PageRef.offset(ref) >= SlotPage.SLOT_HEADER) {
            long body = pages.place(ref);
            if (SlotPage.isLive(body) && SlotPage.generation(body) == (int) (reference >>> 32)) {
                return;
            }
        }
        throw StateErrors.deadReference(spec, reference);
    }

    private boolean owns(long page) {
        return Page.kind(page) == kind && Page.table(page) == table;
    }

    /** Walks the slots that are taken: takes 0 or the reference before, which may have been freed just now. */
    long next(long cursor) {
        int number = cursor == 0 ? first : PageRef.page((int) cursor);
        int offset = SlotPage.SLOT_HEADER;
        if (cursor != 0) {
            assert owns(pages.of(number)) : "the walk left its table";
            offset = PageRef.offset((int) cursor) + SlotPage.slotBytes(pages.of(number));
        }
        while (number != 0) {
            long page = pages.of(number);
            for (; offset < Page.used(page); offset += SlotPage.slotBytes(page)) {
                long body = page + Page.PAYLOAD + offset;
                if (SlotPage.isLive(body)) {
                    return SlotPage.reference(SlotPage.generation(body), PageRef.of(number, offset));
                }
            }
            number = Page.next(page);
            offset = SlotPage.SLOT_HEADER;
        }
        return 0;
    }

    private int addPage(int sizeClass) {
        int number = spare;
        if (number != 0) {
            // Empty, and of another size: it stays in its place among the pages.
            long page = pages.of(number);
            int previous = SlotPage.previous(page);
            int next = Page.next(page);
            unlinkRoomy(page, SlotPage.sizeClass(page));
            barrier.touchHeader(page);
            Page.disown(page);
            SlotPage.own(page, kind, table, sizeClass);
            SlotPage.setPrevious(page, previous);
            Page.setNext(page, next);
            spare = 0;
        } else {
            number = store.take(spec.owner(), spec.name());
            append(number, sizeClass);
        }
        linkRoomy(pages.of(number), sizeClass);
        return number;
    }

    /** Makes a page that was taken from the store the last one. */
    private void append(int number, int sizeClass) {
        long page = pages.of(number);
        barrier.touchHeader(page);
        SlotPage.own(page, kind, table, sizeClass);
        SlotPage.setPrevious(page, last);
        if (last == 0) {
            first = number;
        } else {
            barrier.touchHeader(pages.of(last));
            Page.setNext(pages.of(last), number);
        }
        last = number;
        pageCount++;
    }

    private void giveBack(int number) {
        long page = pages.of(number);
        unlinkRoomy(page, SlotPage.sizeClass(page));
        int previous = SlotPage.previous(page);
        int next = Page.next(page);
        if (previous == 0) {
            first = next;
        } else {
            barrier.touchHeader(pages.of(previous));
            Page.setNext(pages.of(previous), next);
        }
        if (next == 0) {
            last = previous;
        } else {
            barrier.touchHeader(pages.of(next));
            SlotPage.setPrevious(pages.of(next), previous);
        }
        store.free(number);
        pageCount--;
    }

    private void linkRoomy(long page, int sizeClass) {
        int head = roomy[sizeClass];
        barrier.touchHeader(page);
        SlotPage.setRoomPrevious(page, 0);
        SlotPage.setRoomNext(page, head);
        if (head != 0) {
            barrier.touchHeader(pages.of(head));
            SlotPage.setRoomPrevious(pages.of(head), Page.number(page));
        }
        roomy[sizeClass] = Page.number(page);
    }

    private void unlinkRoomy(long page, int sizeClass) {
        int previous = SlotPage.roomPrevious(page);
        int next = SlotPage.roomNext(page);
        if (previous == 0) {
            roomy[sizeClass] = next;
        } else {
            barrier.touchHeader(pages.of(previous));
            SlotPage.setRoomNext(pages.of(previous), next);
        }
        if (next != 0) {
            barrier.touchHeader(pages.of(next));
            SlotPage.setRoomPrevious(pages.of(next), previous);
        }
    }

    /** Copies all pages in which a slot is taken. */
    List<SlotPageCopy> copy() {
        List<SlotPageCopy> copies = new ArrayList<>(pageCount);
        for (int number = first; number != 0; number = Page.next(pages.of(number))) {
            long page = pages.of(number);
            if (SlotPage.liveCount(page) > 0) {
                byte[] bytes = new byte[Page.used(page)];
                OffHeap.copyOut(page + Page.PAYLOAD, bytes, 0, bytes.length);
                copies.add(new SlotPageCopy(
                        number,
                        Page.generation(page),
                        SlotPage.sizeClass(page),
                        SlotPage.liveCount(page),
                        SlotPage.free(page),
                        bytes));
            }
        }
        return copies;
    }

    /** Adds a page of a copy: it has left the free list already. */
    void restore(SlotPageCopy copy) {
        append(copy.number(), copy.sizeClass());
        long page = pages.of(copy.number());
        Page.raiseGeneration(page, copy.generation());
        barrier.touch(page, page + Page.PAYLOAD, copy.bytes().length);
        OffHeap.copyIn(copy.bytes(), 0, page + Page.PAYLOAD, copy.bytes().length);
        Page.setUsed(page, copy.bytes().length);
        SlotPage.setLiveCount(page, copy.liveCount());
        SlotPage.setFree(page, copy.free());
        if (SlotPage.hasRoom(page)) {
            linkRoomy(page, copy.sizeClass());
        }
        count += copy.liveCount();
    }

    void write(MetaWriter rest) {
        rest.putInt(first);
        rest.putInt(last);
        rest.putInt(spare);
        rest.putInt(pageCount);
        rest.putLong(count);
        for (int number : roomy) {
            rest.putInt(number);
        }
    }

    void read(MetaReader rest) {
        first = rest.getInt();
        last = rest.getInt();
        spare = rest.getInt();
        pageCount = rest.getInt();
        count = rest.getLong();
        for (int sizeClass = 0; sizeClass < roomy.length; sizeClass++) {
            roomy[sizeClass] = rest.getInt();
        }
    }

    /** Counts the pages, and checks that they are what {@link #read} has read. */
    int requirePages() {
        int found = 0;
        long live = 0;
        int before = 0;
        for (int number = first; number != 0; number = Page.next(pages.of(number))) {
            requirePage(number, found < pageCount && number > 0 && number < pages.count());
            long page = pages.of(number);
            requirePage(number, owns(page) && SlotPage.previous(page) == before);
            live += SlotPage.liveCount(page);
            before = number;
            found++;
        }
        requirePage(before, found == pageCount && before == last && live == count);
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
        Arrays.fill(roomy, 0);
        first = 0;
        last = 0;
        spare = 0;
        pageCount = 0;
        count = 0;
    }
}
