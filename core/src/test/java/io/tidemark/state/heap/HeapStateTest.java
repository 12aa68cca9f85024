package io.tidemark.state.heap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.memory.OffHeap;
import io.tidemark.state.ScalarState;
import io.tidemark.state.StateBackend;
import io.tidemark.state.StateImage;
import io.tidemark.state.StatePane;
import io.tidemark.state.StateTable;
import io.tidemark.state.TableSpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class HeapStateTest {
    private static final TableSpec SPEC = new TableSpec("sum", "totals", 16, 8);

    private final StateBackend backend = HeapState.withLimit(100_000).open();
    private final long key = OffHeap.allocate(64);

    @AfterEach
    void close() {
        backend.close();
        OffHeap.free(key);
    }

    @Test
    void shouldMakeAZeroRowOnceAndFindItByItsBytes() {
        StatePane pane = backend.openTable(SPEC).openPane(7);
        long row = acquire(pane, 5);
        assertTrue(pane.created());
        assertEquals(0, OffHeap.getLong(row));
        assertEquals(0, OffHeap.getLong(row + 8));
        OffHeap.putLong(row, 42);
        assertEquals(row, acquire(pane, 5));
        assertFalse(pane.created());
        assertEquals(42, OffHeap.getLong(find(pane, 5)));
        assertEquals(StatePane.NO_ROW, find(pane, 6));
        assertEquals(1, pane.rowCount());
    }

    @Test
    void shouldWalkRowsInInsertionOrder() {
        StatePane pane = backend.openTable(SPEC).openPane(0);
        for (long id : new long[] {9, 3, 7, 3, 1}) {
            OffHeap.putLong(acquire(pane, id), id * 10);
        }
        StringBuilder seen = new StringBuilder();
        for (long cursor = pane.next(0); cursor != 0; cursor = pane.next(cursor)) {
            seen.append(OffHeap.getLong(pane.keyAt(cursor)))
                    .append('=')
                    .append(OffHeap.getLong(pane.valueAt(cursor)))
                    .append(' ')
                    .append(pane.keyBytesAt(cursor))
                    .append(';');
        }
        assertEquals("9=90 8;3=30 8;7=70 8;1=10 8;", seen.toString());
    }

    @Test
    void shouldWalkRowsThatWereAppended() {
        StateTable table = backend.openTable(SPEC);
        StatePane pane = table.openPane(0);
        for (long id : new long[] {9, 3, 7}) {
            OffHeap.putLong(key, id);
            long value = pane.append(key, 8);
            assertEquals(0, OffHeap.getLong(value));
            OffHeap.putLong(value, id * 10);
        }
        assertEquals(3, pane.rowCount());
        assertEquals(3, table.rowCount());
        backend.restore(backend.copy());
        StringBuilder seen = new StringBuilder();
        StatePane again = table.pane(0);
        for (long cursor = again.next(0); cursor != 0; cursor = again.next(cursor)) {
            seen.append(OffHeap.getLong(again.keyAt(cursor)))
                    .append('=')
                    .append(OffHeap.getLong(again.valueAt(cursor)))
                    .append(';');
        }
        assertEquals("9=90;3=30;7=70;", seen.toString());
    }

    @Test
    void shouldTellKeysOfDifferentLengthApart() {
        StatePane pane = backend.openTable(new TableSpec("sum", "texts", 8, TableSpec.VARIABLE))
                .openPane(0);
        OffHeap.putLong(key, 1);
        OffHeap.putLong(key + 8, 0);
        long shortRow = pane.acquire(key, 8);
        long longRow = pane.acquire(key, 16);
        assertEquals(2, pane.rowCount());
        assertEquals(shortRow, pane.find(key, 8));
        assertEquals(longRow, pane.find(key, 16));
        assertEquals(16, pane.keyBytesAt(pane.next(pane.next(0))));
    }

    @Test
    void shouldOrderPanesByIdAndSkipSealedOnes() {
        StateTable table = backend.openTable(SPEC);
        table.openPane(20);
        StatePane first = table.openPane(-10);
        table.openPane(10);
        assertSame(first, table.pane(-10));
        assertSame(first, table.openPane(-10));
        assertNull(table.pane(11));
        assertEquals(-10, table.firstPane().id());
        assertEquals(10, table.nextPane(-10).id());
        assertEquals(20, table.nextPane(10).id());
        assertNull(table.nextPane(20));
        first.seal(0, 5, 6);
        assertEquals(10, table.firstOpenPane().id());
        assertEquals(-10, table.firstPane().id());
        assertEquals(5, first.causePosition());
        assertEquals(6, first.causeIngestTimeNs());
        assertEquals(3, table.paneCount());
    }

    @Test
    void shouldFreeASealedPanePieceByPiece() {
        StateTable table = backend.openTable(SPEC);
        StatePane pane = table.openPane(1);
        for (int id = 0; id < 150; id++) {
            acquire(pane, id);
        }
        assertEquals(150 * 24, backend.usedBytes());
        pane.seal(0, 0, 0);
        assertFalse(pane.free(1));
        assertEquals(150, table.rowCount());
        assertEquals(1, table.paneCount());
        assertFalse(pane.free(1));
        assertTrue(pane.free(1));
        assertEquals(0, table.paneCount());
        assertEquals(0, table.rowCount());
        assertEquals(0, backend.usedBytes());
        assertNull(table.pane(1));
    }

    @Test
    void shouldRefuseUseAfterSealAndAfterFree() {
        StatePane pane = backend.openTable(SPEC).openPane(1);
        acquire(pane, 1);
        assertEquals(ErrorCode.STATE_CORRUPT, codeOf(() -> pane.free(1)));
        pane.seal(0, 0, 0);
        assertEquals(ErrorCode.STATE_CORRUPT, codeOf(() -> acquire(pane, 1)));
        assertEquals(ErrorCode.STATE_CORRUPT, codeOf(() -> pane.allocateBytes(8)));
        assertEquals(ErrorCode.STATE_CORRUPT, codeOf(() -> pane.seal(0, 0, 0)));
        assertTrue(pane.free(10));
        assertEquals(ErrorCode.STATE_CORRUPT, codeOf(() -> find(pane, 1)));
        assertEquals(ErrorCode.STATE_CORRUPT, codeOf(() -> pane.next(0)));
        assertEquals(ErrorCode.STATE_CORRUPT, codeOf(() -> pane.free(1)));
    }

    @Test
    void shouldRestoreRowsTextsPanesAndScalars() {
        StateTable table = backend.openTable(SPEC);
        ScalarState cursor = backend.openScalar("sum", "cursor", 3);
        StatePane pane = table.openPane(1);
        long text = pane.allocateBytes(8);
        OffHeap.putLong(pane.bytesForUpdate(text, 8), 77);
        OffHeap.putLong(acquire(pane, 5), text);
        long at = pane.next(0);
        pane.seal(0, 8, 9);
        StateImage image = backend.copy();
        assertEquals(24 + 8 + 8, image.sizeBytes());

        cursor.set(4);
        pane.free(10);
        acquire(table.openPane(2), 6);
        backend.restore(image);

        assertEquals(3, cursor.get());
        assertEquals(1, table.paneCount());
        StatePane restored = table.pane(1);
        assertTrue(restored.sealed());
        assertEquals(8, restored.causePosition());
        assertEquals(9, restored.causeIngestTimeNs());
        assertEquals(text, OffHeap.getLong(find(restored, 5)));
        assertEquals(77, OffHeap.getLong(restored.bytes(text)));
        assertEquals(5, OffHeap.getLong(restored.keyAt(at)));
        assertEquals(ErrorCode.STATE_CORRUPT, codeOf(() -> pane.next(0)));
    }

    @Test
    void shouldRestoreIntoAFreshBackendOfTheSameShapeOnly() {
        acquire(backend.openTable(SPEC).openPane(1), 5);
        StateImage image = backend.copy();
        try (StateBackend fresh = HeapState.withLimit(1_000).open()) {
            assertEquals(ErrorCode.RESTART_INCOMPATIBLE, codeOf(() -> fresh.restore(image)));
            StateTable table = fresh.openTable(SPEC);
            fresh.restore(image);
            assertEquals(1, table.pane(1).rowCount());
        }
        try (StateBackend small = HeapState.withLimit(20).open()) {
            small.openTable(SPEC);
            assertEquals(ErrorCode.STATE_LIMIT_EXCEEDED, codeOf(() -> small.restore(image)));
        }
    }

    @Test
    void shouldNameOperatorUsedBytesAndLimitWhenFull() {
        StateBackend small = HeapState.withLimit(60).open();
        StatePane pane = small.openTable(SPEC).openPane(1);
        acquire(pane, 1);
        acquire(pane, 2);
        TidemarkException error = assertThrows(TidemarkException.class, () -> acquire(pane, 3));
        assertEquals(ErrorCode.STATE_LIMIT_EXCEEDED, error.code());
        assertEquals("sum", error.problems().get(0).operator());
        assertTrue(error.getMessage().contains("48 of 60 bytes are used"), error.getMessage());
        assertTrue(error.getMessage().contains("HeapState.withLimit"), error.getMessage());
        assertEquals(2, pane.rowCount());
        assertEquals(StatePane.NO_ROW, find(pane, 3));
        assertEquals(0.8, small.usage().fill());
        small.close();
    }

    @Test
    void shouldRefuseRowsThatFitNoPageAndNamesUsedTwice() {
        assertEquals(ErrorCode.ROW_TOO_LARGE, codeOf(() -> new TableSpec("sum", "wide", 16_384, 8)));
        StatePane pane = backend.openTable(new TableSpec("sum", "texts", 16_368, TableSpec.VARIABLE))
                .openPane(0);
        pane.acquire(key, 8);
        assertEquals(ErrorCode.ROW_TOO_LARGE, codeOf(() -> pane.acquire(key, 16)));
        assertEquals(ErrorCode.ROW_TOO_LARGE, codeOf(() -> pane.allocateBytes(16_385)));
        assertEquals(ErrorCode.SETTING_INVALID, codeOf(() -> backend.openTable(new TableSpec("sum", "texts", 8, 8))));
        backend.openScalar("sum", "cursor", 0);
        assertEquals(ErrorCode.SETTING_INVALID, codeOf(() -> backend.openScalar("sum", "cursor", 0)));
        assertEquals(ErrorCode.SETTING_INVALID, codeOf(() -> HeapState.withLimit(0)));
    }

    private long acquire(StatePane pane, long id) {
        OffHeap.putLong(key, id);
        return pane.acquire(key, Long.BYTES);
    }

    private long find(StatePane pane, long id) {
        OffHeap.putLong(key, id);
        return pane.find(key, Long.BYTES);
    }

    private static ErrorCode codeOf(Executable call) {
        return assertThrows(TidemarkException.class, call).code();
    }
}
