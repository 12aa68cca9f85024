package io.tidemark.offheap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tidemark.memory.OffHeap;
import io.tidemark.state.StateBackend;
import io.tidemark.state.StateImage;
import io.tidemark.state.StatePane;
import io.tidemark.state.StateTable;
import io.tidemark.state.TableSpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TableGrowthTest {
    private static final int ROWS = 1_300_000;

    private final long key = OffHeap.allocate(64);

    @AfterEach
    void free() {
        OffHeap.free(key);
    }

    @Test
    void shouldGrowFromEmptyToMoreThanAMillionRowsThatNeverMove() {
        try (StateBackend backend = ChronicleState.withLimit(256L << 20).open()) {
            StateTable table = backend.openTable(new TableSpec("sum", "totals", 48, 16));
            StatePane pane = table.openPane(0);
            long[] addresses = new long[ROWS];
            for (int row = 0; row < ROWS; row++) {
                addresses[row] = pane.acquire(key(row), 16);
                OffHeap.putLong(addresses[row], row);
            }
            checkAll(pane, addresses);
            // 256 rows of 64 bytes to a page; a bucket splits at 416, so it holds 208 to 416 rows, and a node 256
            // buckets.
            long indexBytes = table.usedBytes() - 5_079 * 16_832L;
            assertTrue(indexBytes > ROWS / 416 * 4_208L, () -> indexBytes + " bytes");
            assertTrue(indexBytes < ROWS / 208 * 4_208L * 257 / 256, () -> indexBytes + " bytes");
        }
    }

    @Test
    void shouldRebuildTheIndexOfAMillionRows() {
        StateImage image;
        try (StateBackend backend = ChronicleState.withLimit(128L << 20).open()) {
            StatePane pane =
                    backend.openTable(new TableSpec("ids", "seen", 8, 16)).openPane(0);
            for (int row = 0; row < ROWS; row++) {
                OffHeap.putLong(pane.acquire(key(row), 16), row);
            }
            image = backend.copy();
        }
        assertEquals(ROWS * 24L, image.sizeBytes());
        try (StateBackend fresh = ChronicleState.withLimit(128L << 20).open()) {
            StateTable table = fresh.openTable(new TableSpec("ids", "seen", 8, 16));
            fresh.restore(image);
            StatePane pane = table.pane(0);
            assertEquals(ROWS, pane.rowCount());
            for (int row = 0; row < ROWS; row++) {
                assertEquals(row, OffHeap.getLong(pane.find(key(row), 16)));
            }
            assertEquals(StatePane.NO_ROW, pane.find(key(ROWS), 16));
        }
    }

    private void checkAll(StatePane pane, long[] addresses) {
        assertEquals(addresses.length, pane.rowCount());
        long cursor = 0;
        for (int row = 0; row < addresses.length; row++) {
            cursor = pane.next(cursor);
            assertEquals(addresses[row], pane.valueAt(cursor));
            assertEquals(addresses[row], pane.find(key(row), 16));
            assertEquals(row, OffHeap.getLong(addresses[row]));
            assertEquals(row, OffHeap.getLong(pane.keyAt(cursor) + 8));
        }
        assertEquals(0, pane.next(cursor));
        assertEquals(StatePane.NO_ROW, pane.find(key(addresses.length), 16));
    }

    private long key(long number) {
        OffHeap.putLong(key, number % 3);
        OffHeap.putLong(key + 8, number);
        return key;
    }
}
