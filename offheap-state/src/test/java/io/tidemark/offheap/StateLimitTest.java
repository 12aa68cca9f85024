package io.tidemark.offheap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.memory.OffHeap;
import io.tidemark.state.StateBackend;
import io.tidemark.state.StateImage;
import io.tidemark.state.StatePane;
import io.tidemark.state.StateTable;
import io.tidemark.state.TableSpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class StateLimitTest {
    /** 100 pages and a bit. */
    private static final long LIMIT = 100 * 16_832L + 5;

    private static final TableSpec SPEC = new TableSpec("sum", "totals", 48, 16);

    private final StateBackend backend = ChronicleState.withLimit(LIMIT).open();
    private final StateTable table = backend.openTable(SPEC);
    private final long key = OffHeap.allocate(64);

    @AfterEach
    void close() {
        backend.close();
        OffHeap.free(key);
    }

    @Test
    void shouldNameOperatorUsedBytesLimitAndSettingWhenFull() {
        fill(table.openPane(1));
        TidemarkException error = assertThrows(TidemarkException.class, () -> acquire(table.openPane(1), -1));
        assertEquals(ErrorCode.STATE_LIMIT_EXCEEDED, error.code());
        assertEquals("sum", error.problems().get(0).operator());
        assertTrue(error.getMessage().contains("'totals'"), error.getMessage());
        assertTrue(error.getMessage().contains("1683200 of 1683205 bytes are used"), error.getMessage());
        assertTrue(error.getMessage().contains("ChronicleState.withLimit"), error.getMessage());
        assertEquals(1.0, backend.usage().fill(), 0.0001);
        assertEquals(0, backend.usage().freePages());
    }

    @Test
    void shouldKeepAllRowsWhenFullAndGoOnAfterAPaneIsFreed() {
        StatePane small = table.openPane(0);
        OffHeap.putLong(acquire(small, 77), 77);
        StatePane pane = table.openPane(1);
        long rows = fill(pane);
        for (int attempt = 0; attempt < 100; attempt++) {
            long missing = -1 - attempt;
            assertThrows(TidemarkException.class, () -> acquire(pane, missing));
            assertThrows(TidemarkException.class, () -> pane.allocateBytes(16_384));
            assertEquals(StatePane.NO_ROW, find(pane, missing));
        }
        assertEquals(rows, pane.rowCount());
        checkRows(pane, rows);
        // Rows that are there can still be updated.
        assertEquals(find(pane, 5), acquire(pane, 5));

        pane.seal(0, 0, 0);
        assertThrows(TidemarkException.class, () -> acquire(table.openPane(2), 1));
        assertEquals(0, table.openPane(2).rowCount());
        while (!pane.free(1)) {
            assertTrue(table.pane(1).sealed());
        }
        // 81 pages of rows and 17 of index became 65 and 33: the index is now laid out for 20 736 rows, with 128
        // buckets for 64.
        assertEquals(81 * 256, rows);
        StatePane next = table.openPane(2);
        assertEquals(65 * 256, fill(next));
        checkRows(next, 65 * 256);
        assertEquals(1, small.rowCount());
        assertEquals(77, OffHeap.getLong(find(small, 77)));
    }

    @Test
    void shouldRefuseWhileASplitOrAnIndexNodeFindsNoRoom() {
        // Rows of 8 bytes: 2 048 to a page and about 290 to a bucket, so most pages are index pages.
        StatePane pane = backend.openTable(new TableSpec("ids", "seen", 0, 8)).openPane(1);
        long rows = fill(pane);
        assertTrue(backend.usage().indexPages() > 50, () -> backend.usage().toString());
        for (long id = 0; id < rows; id++) {
            assertTrue(find(pane, id) != StatePane.NO_ROW, "row " + id);
        }
        long seen = 0;
        for (long cursor = pane.next(0); cursor != 0; cursor = pane.next(cursor)) {
            assertEquals(seen++, OffHeap.getLong(pane.keyAt(cursor)));
        }
        assertEquals(rows, seen);
    }

    @Test
    void shouldRestoreAFullBackendWithinItsOwnLimit() {
        // The pane has grown: 20 992 rows in 64 buckets. Laid out anew it would have 128, and these find no room.
        long rows = fill(table.openPane(1));
        assertEquals(82 * 256, rows);
        StateImage image = backend.copy();
        backend.restore(image);
        assertTrue(backend.usedBytes() <= LIMIT);
        checkRows(table.pane(1), rows);
        try (StateBackend fresh = ChronicleState.withLimit(LIMIT).open()) {
            StateTable target = fresh.openTable(SPEC);
            fresh.restore(image);
            for (long id = 0; id < rows; id++) {
                OffHeap.putLong(key, id);
                assertEquals(id, OffHeap.getLong(target.pane(1).find(key, 16)));
            }
        }
    }

    /** Adds rows 0, 1, 2 ... until the limit is reached; returns how many. */
    private long fill(StatePane pane) {
        for (long id = 0; ; id++) {
            try {
                long row = acquire(pane, id);
                if (pane.keyBytesAt(pane.next(0)) == 16) {
                    OffHeap.putLong(row, id);
                }
            } catch (TidemarkException full) {
                assertEquals(ErrorCode.STATE_LIMIT_EXCEEDED, full.code());
                return id;
            }
        }
    }

    private void checkRows(StatePane pane, long rows) {
        for (long id = 0; id < rows; id++) {
            assertEquals(id, OffHeap.getLong(find(pane, id)));
        }
    }

    private long acquire(StatePane pane, long id) {
        OffHeap.putLong(key, id);
        return pane.acquire(key, keyBytes(pane));
    }

    private long find(StatePane pane, long id) {
        OffHeap.putLong(key, id);
        return pane.find(key, keyBytes(pane));
    }

    private int keyBytes(StatePane pane) {
        return table.pane(pane.id()) == pane ? 16 : 8;
    }
}
