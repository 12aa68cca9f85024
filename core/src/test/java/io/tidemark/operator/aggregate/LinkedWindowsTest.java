package io.tidemark.operator.aggregate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tidemark.accumulator.Accumulator;
import io.tidemark.memory.OffHeap;
import io.tidemark.row.RowView;
import io.tidemark.row.RowWriter;
import io.tidemark.state.BytesStore;
import io.tidemark.state.StateBackend;
import io.tidemark.state.StatePane;
import io.tidemark.state.StateTable;
import io.tidemark.state.TableSpec;
import io.tidemark.state.heap.HeapState;
import io.tidemark.time.PaneWindows;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Windows of linked panes against the plain merge, which looks up every key: the same rows in the same order. */
class LinkedWindowsTest {
    private static final int VALUE_BYTES = 16;
    private static final int MOST_KEY_BYTES = 64;

    private final StateBackend backend = HeapState.withLimit(200 << 20).open();
    private final long key = OffHeap.allocate(MOST_KEY_BYTES);

    @AfterEach
    void close() {
        backend.close();
        OffHeap.free(key);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void shouldEqualThePlainMergeWithLateRowsAndKeysThatComeAndGo(long seed) {
        Random random = new Random(seed);
        int slide = 1 + random.nextInt(4);
        int size = slide + 1 + random.nextInt(12);
        Run run = new Run(new PaneWindows(size, slide, 0), random.nextBoolean());
        int most = 0;
        for (int step = 0; step < 300; step++) {
            long end = run.end();
            for (int row = random.nextInt(80); row > 0; row--) {
                // From the oldest pane that some window needs, which is linked mostly, to beyond the window.
                long time = end - size + random.nextInt(size + 3);
                run.add(Math.max(0, time), step / 5 + random.nextInt(40));
            }
            run.completeNext("seed " + seed + ", step " + step);
            most = Math.max(most, run.keysBeforeExpiry);
            if (random.nextInt(20) == 0) {
                backend.restore(backend.copy());
                run.windows.restored();
                assertEquals(0, run.links.keys().count());
            }
        }
        assertTrue(run.links.keys().given() <= most, "seed " + seed);
        for (int step = 0; step < size; step++) {
            run.completeNext("seed " + seed + ", end");
        }
        assertEquals(0, run.links.keys().count());
        assertEquals(0, run.panes.rowCount());
        run.windows.close();
    }

    @Test
    void shouldGoOnFromTheLastRowWhenALinkedPaneTookInMore() {
        Run run = new Run(new PaneWindows(3, 1, 0), false);
        run.add(1, 10);
        run.add(2, 11);
        run.completeNext("first");
        run.add(1, 12);
        run.add(1, 10);
        run.add(2, 12);
        run.completeNext("second");
        assertEquals(3, run.keysBeforeExpiry);
        assertEquals(2, run.links.keys().count());
        run.completeNext("third");
        assertEquals(0, run.links.keys().count());
        run.windows.close();
    }

    @Test
    void shouldBeginAnewWhenAPaneWentWithoutNotice() {
        Run run = new Run(new PaneWindows(4, 1, 0), false);
        for (int time = 0; time < 4; time++) {
            run.add(time, 100 + time);
            run.add(time, 7);
        }
        run.completeNext("first");
        StatePane gone = run.panes.pane(2);
        MergedGroups.free(gone);
        run.completeNext("second");
        assertEquals(3, run.keysBeforeExpiry);
        run.windows.close();
    }

    @Test
    void shouldMergeManyKeysOfText() {
        Run run = new Run(new PaneWindows(3, 1, 0), true);
        for (int time = 0; time < 3; time++) {
            for (int id = 0; id < 100_000; id += 1 + time) {
                run.add(time, id);
            }
        }
        run.completeNext("many");
        assertEquals(100_000, run.keysBeforeExpiry);
        run.completeNext("fewer");
        // Keys of the panes 1 and 2 went with pane 1, those of pane 2 are left: every third one.
        assertEquals(33_334, run.links.keys().count());
        run.windows.close();
    }

    /** Panes with rows, windows made in both ways, and what is left when they are out. */
    private final class Run {
        private final PaneWindows times;
        private final boolean text;
        private final StateTable panes;
        private final StateTable expected;
        private final MergedGroups plain;
        private final PaneLinks links = new PaneLinks();
        private final LinkedWindows windows;
        private long end;
        private long lastEnd = Long.MIN_VALUE;
        private int keysBeforeExpiry;

        Run(PaneWindows times, boolean text) {
            this.times = times;
            this.text = text;
            int keyBytes = text ? TableSpec.VARIABLE : Long.BYTES;
            panes = backend.openTable(new TableSpec("op", "groups", VALUE_BYTES, keyBytes));
            expected = backend.openTable(new TableSpec("op", "expected", VALUE_BYTES, keyBytes));
            Groups groups = new Groups(times, null, false, null, new InOrder(), false, panes, null);
            plain = new MergedGroups(groups, expected);
            windows = new LinkedWindows(
                    groups, backend.openTable(new TableSpec("op", "merged", VALUE_BYTES, keyBytes)), links);
            end = times.sizeNs();
        }

        long end() {
            return end;
        }

        /** Takes in a row unless it is late for all windows. */
        void add(long time, long id) {
            long pane = times.pane(time);
            if (times.lastEnd(pane) <= lastEnd) {
                return;
            }
            int bytes = text ? Long.BYTES * (1 + (int) (id % 5)) : Long.BYTES;
            for (int at = 0; at < bytes; at += Long.BYTES) {
                OffHeap.putLong(key + at, id);
            }
            long value = panes.openPane(pane).acquire(key, bytes);
            OffHeap.putLong(value, OffHeap.getLong(value) + 1);
            OffHeap.putLong(value + 8, OffHeap.getLong(value + 8) * 31 + time);
        }

        /** Compares the next window, then lets go of it and of the panes that no other needs. */
        void completeNext(String what) {
            StatePane linked = windows.complete(end);
            StatePane wanted = plain.merge(end);
            assertEquals(rows(wanted), rows(linked), what);
            keysBeforeExpiry = links.keys().count();
            if (linked != null) {
                MergedGroups.free(linked);
                MergedGroups.free(wanted);
            }
            windows.expire(end);
            StatePane open = panes.firstOpenPane();
            while (open != null && times.lastEnd(open.id()) <= end) {
                MergedGroups.free(open);
                open = panes.firstOpenPane();
            }
            Set<String> left = new HashSet<>();
            for (StatePane pane = panes.firstPane();
                    pane != null && pane.id() < end;
                    pane = panes.nextPane(pane.id())) {
                rows(pane).forEach(row -> left.add(row.substring(0, row.indexOf('='))));
            }
            assertEquals(left.size(), links.keys().count(), what);
            assertFalse(links.first() != null && links.first().id() < end - times.sizeNs(), what);
            lastEnd = end;
            end = times.nextEnd(end);
        }
    }

    private static List<String> rows(StatePane pane) {
        List<String> rows = new ArrayList<>();
        for (long at = pane == null ? 0 : pane.next(0); at != 0; at = pane.next(at)) {
            rows.add(OffHeap.getLong(pane.keyAt(at)) + "/" + pane.keyBytesAt(at) + "="
                    + OffHeap.getLong(pane.valueAt(at)) + " " + OffHeap.getLong(pane.valueAt(at) + 8));
        }
        return rows;
    }

    /** Counts, and keeps a number that depends on the order of merges. */
    private static final class InOrder implements Accumulator {
        @Override
        public void add(RowView row, long value, BytesStore store) {
            throw new IllegalStateException("rows are added by the test");
        }

        @Override
        public void merge(long from, BytesStore fromStore, long to, BytesStore toStore) {
            OffHeap.putLong(to, OffHeap.getLong(to) + OffHeap.getLong(from));
            OffHeap.putLong(to + 8, OffHeap.getLong(to + 8) * 31 + OffHeap.getLong(from + 8));
        }

        @Override
        public void write(long value, BytesStore store, RowWriter out) {
            throw new IllegalStateException("nothing comes out in this test");
        }
    }
}
