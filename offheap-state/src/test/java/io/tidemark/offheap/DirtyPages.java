package io.tidemark.offheap;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tidemark.memory.OffHeap;
import io.tidemark.state.StateSnapshots;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/** Compares what changed in the pages of a store, from now on, with what its write barrier lists. */
final class DirtyPages {
    static final int PAGES = 400;

    private final PageStore store;
    private final byte[][] before;

    /** Starts a new dirty list. */
    DirtyPages(ChronicleBackend backend) {
        this.store = backend.store();
        newList(backend);
        before = image();
    }

    /** Puts everything that is listed into a snapshot, so that the list is empty. */
    static void newList(ChronicleBackend backend) {
        StateSnapshots snapshots = backend.snapshots();
        if (!backend.store().barrier().tracking()) {
            snapshots.track();
        }
        new RecordedSnapshots().take(snapshots);
    }

    /** Bytes of every page at one moment. */
    private byte[][] image() {
        byte[][] pages = new byte[PAGES][];
        for (int number = 0; number < store.addresses().count(); number++) {
            pages[number] = new byte[Page.BYTES];
            OffHeap.copyOut(store.addresses().of(number), pages[number], 0, Page.BYTES);
        }
        return pages;
    }

    /** Granules that are listed; none may be listed twice. */
    static Set<Integer> listed(WriteBarrier barrier) {
        Set<Integer> dirty = new HashSet<>();
        for (long index = 0; index < barrier.dirty().count(); index++) {
            int entry = barrier.dirty().at(index);
            assertTrue(
                    dirty.add(GranuleList.page(entry) * Page.GRANULES + GranuleList.granule(entry)),
                    "a granule is listed twice");
        }
        return dirty;
    }

    void requireListed() {
        byte[][] after = image();
        Set<Integer> dirty = listed(store.barrier());
        for (int number = 0; number < store.addresses().count(); number++) {
            int kind = Page.kind(store.addresses().of(number));
            byte[] old = before[number] == null ? new byte[Page.BYTES] : before[number];
            // Index pages and scalars are not saved by granule; of an index page only the header counts.
            int first = kind == Page.SCALARS ? Page.GRANULES : kind == Page.INDEX ? Page.HEADER_GRANULE : 0;
            for (int granule = first; granule < Page.GRANULES; granule++) {
                boolean header = granule == Page.HEADER_GRANULE;
                int from = header ? Page.HEADER : Page.PAYLOAD + granule * Page.GRANULE_BYTES;
                int to = header ? Page.PAYLOAD : from + Page.GRANULE_BYTES;
                boolean changed = !Arrays.equals(old, from, to, after[number], from, to);
                int used = Page.used(store.addresses().of(number));
                if (changed && before[number] == null && !header && granule * Page.GRANULE_BYTES >= used) {
                    // Memory of a new page that nothing has written yet.
                    continue;
                }
                if (changed) {
                    assertTrue(
                            dirty.contains(number * Page.GRANULES + granule),
                            "page " + number + " of kind " + kind + ", granule " + granule + " changed unseen");
                }
            }
        }
    }
}
