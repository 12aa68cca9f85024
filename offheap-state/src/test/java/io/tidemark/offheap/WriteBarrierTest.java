package io.tidemark.offheap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tidemark.memory.OffHeap;
import io.tidemark.state.StatePane;
import io.tidemark.state.StateTable;
import io.tidemark.state.TableSpec;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class WriteBarrierTest {
    private static final int PAGES = 400;

    /** Bytes of every page at one moment, but for the state bytes. */
    private static byte[][] image(PageStore store) {
        byte[][] pages = new byte[PAGES][];
        for (int number = 0; number < store.addresses().count(); number++) {
            pages[number] = new byte[Page.BYTES];
            OffHeap.copyOut(store.addresses().of(number), pages[number], 0, Page.BYTES);
        }
        return pages;
    }

    private static Set<Integer> dirty(WriteBarrier barrier) {
        Set<Integer> dirty = new HashSet<>();
        for (long index = 0; index < barrier.dirtyCount(); index++) {
            assertTrue(
                    dirty.add(barrier.dirtyPage(index) * Page.GRANULES + barrier.dirtyGranule(index)),
                    "a granule is listed twice");
        }
        return dirty;
    }

    private static void requireListed(PageStore store, byte[][] before, byte[][] after, Set<Integer> dirty) {
        for (int number = 0; number < store.addresses().count(); number++) {
            int kind = Page.kind(store.addresses().of(number));
            byte[] old = before[number] == null ? new byte[Page.BYTES] : before[number];
            // Index pages and scalars are not saved by granule; of an index page only the header counts.
            int first = kind == Page.SCALARS ? Page.GRANULES : kind == Page.INDEX ? Page.HEADER_GRANULE : 0;
            for (int granule = first; granule < Page.GRANULES; granule++) {
                boolean header = granule == Page.HEADER_GRANULE;
                int from = header ? Page.HEADER : Page.PAYLOAD + granule * 64;
                int to = header ? Page.PAYLOAD : from + 64;
                boolean changed = !Arrays.equals(old, from, to, after[number], from, to);
                int used = Page.used(store.addresses().of(number));
                if (changed && before[number] == null && !header && granule * 64 >= used) {
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

    @Property(tries = 40)
    void shouldListEveryGranuleWhoseBytesChanged(
            @ForAll long seed,
            @ForAll @IntRange(max = 30) int valueWords,
            @ForAll @IntRange(min = 1, max = 400) int keys,
            @ForAll @IntRange(min = 1, max = 2_000) int operations) {
        try (ChronicleBackend backend = Backends.open(PAGES * (long) PageMap.STRIDE, 3, -1)) {
            List<StateTable> tables = List.of(
                    backend.openTable(new TableSpec("a", "fixed", valueWords * 8, 24)),
                    backend.openTable(new TableSpec("a", "texts", valueWords * 8, TableSpec.VARIABLE)));
            WriteBarrier barrier = backend.store().barrier();
            Work work = new Work(tables, new Random(seed), keys);
            for (int epoch = 0; epoch < 4; epoch++) {
                barrier.startTracking();
                byte[][] before = image(backend.store());
                work.run(operations);
                requireListed(backend.store(), before, image(backend.store()), dirty(barrier));
            }
            work.close();
        }
    }

    @Test
    void shouldListAGranuleHoweverManyEpochsAgoItWasWritten() {
        long key = OffHeap.allocate(8);
        try (ChronicleBackend backend = Backends.open(PAGES * (long) PageMap.STRIDE, 3, -1)) {
            StatePane pane =
                    backend.openTable(new TableSpec("a", "fixed", 8, 8)).openPane(1);
            pane.acquire(key, 8);
            WriteBarrier barrier = backend.store().barrier();
            for (int gap : new int[] {1, 2, 253, 254, 255, 256, 257, 509, 510, 511}) {
                for (int epoch = 0; epoch < gap; epoch++) {
                    barrier.startTracking();
                }
                pane.acquire(key, 8);
                assertEquals(1, barrier.dirtyCount(), "after " + gap + " epochs");
            }
        }
        OffHeap.free(key);
    }

    @Test
    void shouldListTheHeaderOfTheLastPageWhenItsChainGrows() {
        long key = OffHeap.allocate(8);
        try (ChronicleBackend backend = Backends.open(PAGES * (long) PageMap.STRIDE, 3, -1)) {
            StatePane pane =
                    backend.openTable(new TableSpec("a", "fixed", 1_024 - 8, 8)).openPane(1);
            for (int row = 0; row < 16; row++) {
                OffHeap.putLong(key, row);
                pane.acquire(key, 8);
            }
            WriteBarrier barrier = backend.store().barrier();
            barrier.startTracking();
            OffHeap.putLong(key, 16);
            pane.acquire(key, 8);
            Set<Integer> expected = new HashSet<>();
            // Page 2 was full: its header now names page 3, whose first 1 024 bytes and header are new.
            expected.add(2 * Page.GRANULES + Page.HEADER_GRANULE);
            expected.add(3 * Page.GRANULES + Page.HEADER_GRANULE);
            for (int granule = 0; granule < 16; granule++) {
                expected.add(3 * Page.GRANULES + granule);
            }
            assertEquals(expected, dirty(barrier));
        }
        OffHeap.free(key);
    }

    /** Random writes through panes; values are always changed, so that a missed granule shows. */
    private static final class Work {
        private final List<StateTable> tables;
        private final Random random;
        private final int keys;
        private final long key = OffHeap.allocate(64);
        private long reference;
        private StatePane referenced;

        Work(List<StateTable> tables, Random random, int keys) {
            this.tables = tables;
            this.random = random;
            this.keys = keys;
        }

        void run(int operations) {
            for (int operation = 0; operation < operations; operation++) {
                StateTable table = tables.get(random.nextInt(2));
                StatePane pane = table.openPane(random.nextInt(5));
                int choice = random.nextInt(100);
                if (pane.sealed()) {
                    referenced = referenced == pane ? null : referenced;
                    pane.free(1 + random.nextInt(2));
                } else if (choice < 90) {
                    update(table, pane);
                } else if (choice < 99) {
                    updateText(pane);
                } else {
                    referenced = referenced == pane ? null : referenced;
                    pane.seal(0, 0, 0);
                }
            }
        }

        private void update(StateTable table, StatePane pane) {
            int number = random.nextInt(keys);
            OffHeap.putLong(key, number);
            int length = table.spec().keyBytes() == TableSpec.VARIABLE ? 8 + number % 6 * 8 : 24;
            long row = pane.acquire(key, length);
            for (int offset = 0; offset < table.spec().valueBytes(); offset += 8) {
                OffHeap.putLong(row + offset, OffHeap.getLong(row + offset) + 1);
            }
        }

        private void updateText(StatePane pane) {
            if (referenced == null || random.nextBoolean()) {
                reference = pane.allocateBytes(200);
                referenced = pane;
            }
            int length = 1 + random.nextInt(200);
            long text = referenced.bytesForUpdate(reference, length);
            for (int offset = 0; offset < length; offset++) {
                OffHeap.putByte(text + offset, (byte) (OffHeap.getByte(text + offset) + 1));
            }
        }

        void close() {
            OffHeap.free(key);
        }
    }

    @Test
    void shouldListAGranuleAgainInEveryEpochEvenAfterTheEpochsComeRound() {
        long key = OffHeap.allocate(8);
        try (ChronicleBackend backend = Backends.open(PAGES * (long) PageMap.STRIDE, 3, -1)) {
            StatePane pane =
                    backend.openTable(new TableSpec("a", "fixed", 8, 8)).openPane(1);
            // Page 0 holds scalars, page 1 the index, page 2 the row.
            pane.acquire(key, 8);
            WriteBarrier barrier = backend.store().barrier();
            for (int epoch = 0; epoch < 600; epoch++) {
                barrier.startTracking();
                assertEquals(0, barrier.dirtyCount());
                pane.acquire(key, 8);
                pane.acquire(key, 8);
                assertEquals(1, barrier.dirtyCount());
                assertEquals(2, barrier.dirtyPage(0));
                assertEquals(0, barrier.dirtyGranule(0));
            }
            assertTrue(barrier.tracking());
            barrier.stopTracking();
            barrier.startTracking();
            barrier.stopTracking();
            pane.acquire(key, 8);
            assertEquals(0, barrier.dirtyCount());
            assertFalse(barrier.tracking());
        }
        OffHeap.free(key);
    }
}
