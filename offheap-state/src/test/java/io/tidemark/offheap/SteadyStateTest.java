package io.tidemark.offheap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.tidemark.memory.OffHeap;
import io.tidemark.state.StateBackend;
import io.tidemark.state.StatePane;
import io.tidemark.state.StateTable;
import io.tidemark.state.StateUsage;
import io.tidemark.state.TableSpec;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Windows of 5 000 keys, one after the other: opened, updated, sealed, scanned and freed. */
class SteadyStateTest {
    private static final int KEYS = 5_000;

    private final StateBackend backend = ChronicleState.withLimit(32L << 20).open();
    private final StateTable fixed = backend.openTable(new TableSpec("sum", "fixed", 48, 16));
    private final StateTable texts = backend.openTable(new TableSpec("sum", "texts", 16, TableSpec.VARIABLE));
    private final long key = OffHeap.allocate(64);
    private long checksum;

    @AfterEach
    void close() {
        backend.close();
        OffHeap.free(key);
    }

    @Test
    void shouldAllocateNothingOnTheHeapAndTakeNoNewPages() {
        for (int window = 0; window < 60; window++) {
            runWindow(window);
        }
        StateUsage before = backend.usage();
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long thread = Thread.currentThread().getId();
        long allocated = threads.getThreadAllocatedBytes(thread);
        long nothing = threads.getThreadAllocatedBytes(thread) - allocated;
        allocated = threads.getThreadAllocatedBytes(thread);
        for (int window = 60; window < 90; window++) {
            runWindow(window);
        }
        long measured = threads.getThreadAllocatedBytes(thread) - allocated - nothing;
        assertEquals(0, measured, "bytes on the heap");
        assertEquals(before, backend.usage());
        // Each key of 90 windows holds the sum 0 + 1 + 2.
        assertEquals(90L * KEYS * 3 * 2, checksum);
    }

    @Test
    void shouldLayANewPaneOutForTheRowsOfTheOneBeforeIt() {
        for (int window = 0; window < 4; window++) {
            StatePane pane = fixed.openPane(window);
            for (int id = 0; id < 3_000; id++) {
                pane.acquire(key(id, 16), 16);
            }
        }
        // 12 pages of rows. The first pane grows to 8 buckets of about 375 and a node; then 3 000 rows / 320 make 16
        // buckets.
        long first = usedBy(0);
        assertTrue(first >= 12 * 16_832L + 9 * 4_208L, first + " bytes");
        assertTrue(first <= 12 * 16_832L + 11 * 4_208L, first + " bytes");
        for (int window = 1; window < 4; window++) {
            assertEquals(12 * 16_832L + 17 * 4_208L, usedBy(window));
        }
    }

    /** Frees a pane and returns what the table gave back. */
    private long usedBy(long window) {
        long before = fixed.usedBytes();
        StatePane pane = fixed.pane(window);
        pane.seal(0, 0, 0);
        while (!pane.free(3)) {
            checksum++;
        }
        return before - fixed.usedBytes();
    }

    private void runWindow(long window) {
        for (int round = 0; round < 3; round++) {
            for (int id = 0; id < KEYS; id++) {
                add(fixed.openPane(window).acquire(key(id, 16), 16), round);
                int length = 8 + id % 4 * 8;
                add(texts.openPane(window).acquire(key(id, length), length), round);
            }
        }
        StatePane pane = texts.pane(window);
        for (int text = 0; text < 200; text++) {
            long reference = pane.allocateBytes(text);
            OffHeap.putByte(pane.bytesForUpdate(reference, 1), (byte) text);
        }
        retire(fixed.firstOpenPane());
        retire(texts.firstOpenPane());
    }

    private void retire(StatePane pane) {
        pane.seal(0, 1, 2);
        for (long cursor = pane.next(0); cursor != 0; cursor = pane.next(cursor)) {
            checksum += OffHeap.getLong(pane.valueAt(cursor));
        }
        boolean gone = false;
        while (!gone) {
            gone = pane.free(2);
        }
    }

    private static void add(long row, long value) {
        OffHeap.putLong(row, OffHeap.getLong(row) + value);
    }

    private long key(long id, int bytes) {
        for (int offset = 0; offset < bytes; offset += 8) {
            OffHeap.putLong(key + offset, id);
        }
        return key;
    }
}
