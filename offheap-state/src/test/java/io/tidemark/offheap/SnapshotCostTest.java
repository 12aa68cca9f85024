package io.tidemark.offheap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.tidemark.memory.OffHeap;
import io.tidemark.state.EntryTable;
import io.tidemark.state.MetaWriter;
import io.tidemark.state.SnapshotStage;
import io.tidemark.state.StateBackend;
import io.tidemark.state.StatePane;
import io.tidemark.state.StateSnapshots;
import io.tidemark.state.StateTable;
import io.tidemark.state.TableSpec;
import io.tidemark.state.TimeIndex;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What snapshots cost: bytes for what changed, and no garbage. */
class SnapshotCostTest {
    private final StateBackend backend = ChronicleState.withLimit(256L << 20).open();
    private final StateSnapshots snapshots = backend.snapshots();
    private final long key = OffHeap.allocate(16);
    private final Counting stage = new Counting();
    private final MetaWriter rest = new MetaWriter();
    private final StateTable table;

    /** Counts and forgets. */
    private static final class Counting implements SnapshotStage {
        private long parts;
        private long bytes;

        @Override
        public boolean put(int unit, int offset, long address, int length) {
            parts++;
            bytes += length;
            return true;
        }

        @Override
        public boolean hasRoom() {
            return true;
        }
    }

    SnapshotCostTest() {
        snapshots.track();
        table = backend.openTable(new TableSpec("sum", "rows", 48, 16));
    }

    @AfterEach
    void close() {
        backend.close();
        OffHeap.free(key);
    }

    private void update(StatePane pane, long id) {
        OffHeap.putLong(key, id);
        OffHeap.putLong(key + 8, id);
        long row = pane.acquire(key, 16);
        OffHeap.putLong(row, OffHeap.getLong(row) + 1);
    }

    private void take() {
        stage.parts = 0;
        stage.bytes = 0;
        snapshots.start(stage, rest.clear());
        while (!snapshots.complete()) {
            snapshots.sweep(64);
        }
        snapshots.published();
    }

    @Test
    void shouldHandOverWhatChangedAndNoMore() {
        StatePane pane = table.openPane(1);
        for (long id = 0; id < 1_000_000; id++) {
            update(pane, id);
        }
        take();
        // 3 907 pages of 256 rows of 64 bytes, four parts of 4 KiB and a header each; the headers of index pages.
        long pages = (1_000_000 + 255) / 256;
        assertTrue(stage.bytes >= 64_000_000 + pages * 56, stage.bytes + " bytes");
        assertTrue(stage.bytes <= 64_000_000 + pages * 56 + 3_000 * 56, stage.bytes + " bytes");
        assertTrue(stage.parts <= pages * 5 + 3_000, stage.parts + " parts");
        take();
        assertEquals(0, stage.bytes);
        for (long id = 0; id < 1_000_000; id += 1_000) {
            update(pane, id);
            update(pane, id);
        }
        take();
        assertEquals(1_000 * 64, stage.bytes);
        for (long id = 2_000_000; id < 2_000_256 * 1L + 64; id++) {
            update(pane, id);
        }
        take();
        // 320 new rows in two or three pages: their granules, their headers, and the header before them.
        assertTrue(stage.bytes >= 320 * 64 + 2 * 56, stage.bytes + " bytes");
        assertTrue(stage.bytes <= 320 * 64 + 40 * 56, stage.bytes + " bytes");
        assertTrue(stage.parts < 50, stage.parts + " parts");
    }

    @Test
    void shouldNotHandOverRowsThatAreGone() {
        StatePane pane = table.openPane(1);
        for (long id = 0; id < 10_000; id++) {
            update(pane, id);
        }
        pane.seal(0, 0, 0);
        assertTrue(pane.free(1_000));
        take();
        // Headers of 40 pages of rows and some of the index.
        assertTrue(stage.bytes <= 80 * 56, stage.bytes + " bytes");
        for (long id = 0; id < 10_000; id++) {
            update(table.openPane(2), id);
        }
        table.pane(2).seal(0, 0, 0);
        assertTrue(table.pane(2).free(1_000));
        snapshots.start(stage, rest.clear());
        stage.bytes = 0;
        // The pages of the pane that is gone are written anew before the sweep comes to them.
        for (long id = 0; id < 10_000; id++) {
            update(table.openPane(3), id);
        }
        assertTrue(stage.bytes <= 80 * 56, stage.bytes + " bytes");
    }

    @Test
    void shouldAllocateNothingOnTheHeap() {
        EntryTable entries = backend.openEntries(new TableSpec("sum", "seen", 8, 8));
        TimeIndex times = backend.openTimeIndex("sum", "due");
        for (int round = 0; round < 60; round++) {
            runRound(round, entries, times);
        }
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long thread = Thread.currentThread().getId();
        long allocated = threads.getThreadAllocatedBytes(thread);
        long nothing = threads.getThreadAllocatedBytes(thread) - allocated;
        allocated = threads.getThreadAllocatedBytes(thread);
        for (int round = 60; round < 100; round++) {
            runRound(round, entries, times);
        }
        assertEquals(0, threads.getThreadAllocatedBytes(thread) - allocated - nothing, "bytes on the heap");
    }

    /** A window of rows, entries that come and go, timers, and a snapshot meanwhile; each third one is abandoned. */
    private void runRound(int round, EntryTable entries, TimeIndex times) {
        StatePane pane = table.openPane(round);
        for (int step = 0; step < 6_000; step++) {
            update(pane, step % 2_000);
            OffHeap.putLong(key, step % 3_000);
            long entry = entries.acquire(key, 8);
            OffHeap.putLong(entries.valueForUpdate(entry), step);
            if (step % 5 == 0) {
                entries.remove(entry);
            }
            times.add(step * 31L % 1_000, step);
            if (times.size() > 500) {
                times.removeFirst();
            }
            if (step == 1_000) {
                snapshots.start(stage, rest.clear());
            }
            snapshots.sweep(4);
        }
        if (round % 3 == 0) {
            snapshots.abandon();
            while (!snapshots.ready()) {
                snapshots.sweep(100);
            }
        } else {
            while (!snapshots.complete()) {
                snapshots.sweep(100);
            }
            snapshots.published();
        }
        pane.seal(0, 0, 0);
        while (!pane.free(3)) {
            OffHeap.putLong(key, round);
        }
    }
}
