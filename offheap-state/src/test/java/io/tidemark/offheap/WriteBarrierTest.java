package io.tidemark.offheap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.tidemark.memory.OffHeap;
import io.tidemark.state.StatePane;
import io.tidemark.state.StateTable;
import io.tidemark.state.TableSpec;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class WriteBarrierTest {
    private static final int PAGES = DirtyPages.PAGES;

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
            Work work = new Work(tables, new Random(seed), keys);
            for (int epoch = 0; epoch < 4; epoch++) {
                DirtyPages pages = new DirtyPages(backend);
                work.run(operations);
                pages.requireListed();
            }
            work.close();
        }
    }

    @Test
    void shouldListTheHeaderOfTheLastPageWhenItsChainGrows() {
        long key = OffHeap.allocate(8);
        try (ChronicleBackend backend = Backends.open(PAGES * (long) PageMap.STRIDE, 3, -1)) {
            backend.snapshots().track();
            StatePane pane =
                    backend.openTable(new TableSpec("a", "fixed", 1_024 - 8, 8)).openPane(1);
            for (int row = 0; row < 16; row++) {
                OffHeap.putLong(key, row);
                pane.acquire(key, 8);
            }
            WriteBarrier barrier = backend.store().barrier();
            DirtyPages.newList(backend);
            OffHeap.putLong(key, 16);
            pane.acquire(key, 8);
            Set<Integer> expected = new HashSet<>();
            // Page 2 was full: its header now names page 3, whose first 1 024 bytes and header are new.
            expected.add(2 * Page.GRANULES + Page.HEADER_GRANULE);
            expected.add(3 * Page.GRANULES + Page.HEADER_GRANULE);
            for (int granule = 0; granule < 16; granule++) {
                expected.add(3 * Page.GRANULES + granule);
            }
            assertEquals(expected, DirtyPages.listed(barrier));
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
    void shouldListAGranuleOnceBetweenTwoSnapshots() {
        long key = OffHeap.allocate(8);
        try (ChronicleBackend backend = Backends.open(PAGES * (long) PageMap.STRIDE, 3, -1)) {
            backend.snapshots().track();
            StatePane pane =
                    backend.openTable(new TableSpec("a", "fixed", 8, 8)).openPane(1);
            // Page 0 holds scalars, page 1 the index, page 2 the row.
            pane.acquire(key, 8);
            WriteBarrier barrier = backend.store().barrier();
            for (int gap = 0; gap < 12; gap++) {
                for (int snapshot = 0; snapshot <= gap; snapshot++) {
                    DirtyPages.newList(backend);
                }
                assertEquals(0, barrier.dirty().count());
                pane.acquire(key, 8);
                pane.acquire(key, 8);
                assertEquals(Set.of(2 * Page.GRANULES), DirtyPages.listed(barrier), "after " + gap + " snapshots");
            }
        }
        OffHeap.free(key);
    }

    @Test
    void shouldKeepNoListWithoutTracking() {
        long key = OffHeap.allocate(8);
        try (ChronicleBackend backend = Backends.open(PAGES * (long) PageMap.STRIDE, 3, -1)) {
            backend.openTable(new TableSpec("a", "fixed", 8, 8)).openPane(1).acquire(key, 8);
            assertFalse(backend.store().barrier().tracking());
            assertFalse(backend.snapshots().ready());
        }
        OffHeap.free(key);
    }
}
