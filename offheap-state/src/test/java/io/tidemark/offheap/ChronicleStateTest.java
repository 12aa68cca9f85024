package io.tidemark.offheap;

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
import io.tidemark.state.StateUsage;
import io.tidemark.state.TableSpec;
import io.tidemark.state.heap.HeapState;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class ChronicleStateTest {
    private static final TableSpec SPEC = new TableSpec("sum", "totals", 16, 8);

    private final StateBackend backend = ChronicleState.withLimit(4 << 20).open();
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
        assertEquals(
                0,
                backend.openTable(new TableSpec("sum", "empty", 8, 8))
                        .openPane(0)
                        .next(0));
    }

    /** Such a pane has no index, neither before nor after a restore, and takes no bytes for one. */
    @Test
    void shouldWalkRowsThatWereAppended() {
        StateTable table = backend.openTable(SPEC);
        StatePane pane = table.openPane(0);
        for (long id = 0; id < 2_000; id++) {
            OffHeap.putLong(key, id * id);
            long value = pane.append(key, 8);
            assertEquals(0, OffHeap.getLong(value));
            OffHeap.putLong(value, id);
        }
        assertEquals(2_000, table.rowCount());
        long before = table.usedBytes();
        backend.restore(backend.copy());
        assertEquals(before, table.usedBytes());
        StatePane again = table.pane(0);
        long id = 0;
        for (long cursor = again.next(0); cursor != 0; cursor = again.next(cursor), id++) {
            assertEquals(id * id, OffHeap.getLong(again.keyAt(cursor)));
            assertEquals(id, OffHeap.getLong(again.valueAt(cursor)));
        }
        assertEquals(2_000, id);
        OffHeap.putLong(key, -1);
        again.append(key, 8);
        again.seal(0, 0, 0);
        assertEquals(2_001, again.rowCount());
        assertTrue(again.free(Integer.MAX_VALUE));
        assertEquals(0, table.usedBytes());
    }

    @Test
    void shouldRefuseAnAppendedRowThatDoesNotFit() {
        StatePane pane = backend.openTable(new TableSpec("sum", "texts", 8, TableSpec.VARIABLE))
                .openPane(0);
        long wide = OffHeap.allocate(TableSpec.MAX_ROW_BYTES);
        TidemarkException refused =
                assertThrows(TidemarkException.class, () -> pane.append(wide, TableSpec.MAX_ROW_BYTES));
        assertEquals(ErrorCode.ROW_TOO_LARGE, refused.code());
        assertEquals(0, pane.rowCount());
        OffHeap.free(wide);
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
    void shouldHoldOneRowWithoutKeyAndValue() {
        StatePane pane = backend.openTable(new TableSpec("sum", "flag", 0, 0)).openPane(0);
        long row = pane.acquire(key, 0);
        assertTrue(pane.created());
        assertEquals(row, pane.acquire(key, 0));
        assertFalse(pane.created());
        long cursor = pane.next(0);
        assertEquals(row, pane.valueAt(cursor));
        assertEquals(0, pane.next(cursor));
    }

    @Test
    void shouldOrderPanesByIdAndSkipSealedOnes() {
        StateTable table = backend.openTable(SPEC);
        assertNull(table.firstPane());
        assertNull(table.firstOpenPane());
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
        assertEquals(-20, table.openPane(-20).id());
        assertEquals(-20, table.firstOpenPane().id());
        assertEquals(5, first.causePosition());
        assertEquals(6, first.causeIngestTimeNs());
        assertEquals(4, table.paneCount());
    }

    @Test
    void shouldFreeASealedPanePageByPage() {
        StateTable table = backend.openTable(SPEC);
        StatePane pane = table.openPane(1);
        // 682 rows of 24 bytes fill a page of 16 384.
        for (int id = 0; id < 682 * 2 + 1; id++) {
            acquire(pane, id);
        }
        pane.seal(0, 0, 0);
        assertFalse(pane.free(1));
        assertEquals(682 * 2 + 1, table.rowCount());
        assertEquals(1, table.paneCount());
        assertFalse(pane.free(1));
        assertTrue(pane.free(1));
        assertEquals(0, table.paneCount());
        assertEquals(0, table.rowCount());
        assertEquals(0, table.usedBytes());
        assertNull(table.pane(1));
    }

    @Test
    void shouldAccountForPagesAndIndexBlocks() {
        StateTable table = backend.openTable(SPEC);
        assertEquals(new StateUsage(16_832, 4 << 20, 1, 0, 248), backend.usage());
        acquire(table.openPane(1), 1);
        assertEquals(new StateUsage(3 * 16_832, 4 << 20, 2, 1, 246), backend.usage());
        assertEquals(16_832 + 4_208, table.usedBytes());
        table.openPane(1).allocateBytes(1);
        acquire(table.openPane(2), 1);
        assertEquals(new StateUsage(5 * 16_832, 4 << 20, 4, 1, 244), backend.usage());
        assertEquals(3 * 16_832 + 2 * 4_208, table.usedBytes());
        assertEquals(5 * 16_832, backend.usedBytes());
    }

    @Test
    void shouldRefuseUseAfterSealAndAfterFree() {
        StatePane pane = backend.openTable(SPEC).openPane(1);
        acquire(pane, 1);
        long cursor = pane.next(0);
        assertEquals(ErrorCode.STATE_CORRUPT, codeOf(() -> pane.free(1)));
        pane.seal(0, 0, 0);
        assertEquals(ErrorCode.STATE_CORRUPT, codeOf(() -> acquire(pane, 1)));
        assertEquals(ErrorCode.STATE_CORRUPT, codeOf(() -> pane.allocateBytes(8)));
        assertEquals(ErrorCode.STATE_CORRUPT, codeOf(() -> pane.seal(0, 0, 0)));
        assertTrue(pane.free(10));
        assertEquals(ErrorCode.STATE_CORRUPT, codeOf(() -> find(pane, 1)));
        assertEquals(ErrorCode.STATE_CORRUPT, codeOf(() -> pane.next(0)));
        assertEquals(ErrorCode.STATE_CORRUPT, codeOf(() -> pane.valueAt(cursor)));
        assertEquals(ErrorCode.STATE_CORRUPT, codeOf(() -> pane.free(1)));
    }

    @Test
    void shouldCatchACursorOrReferenceIntoAForeignPage() {
        StateTable table = backend.openTable(SPEC);
        StatePane one = table.openPane(1);
        acquire(one, 1);
        long cursor = one.next(0);
        long text = one.allocateBytes(8);
        StatePane two = table.openPane(2);
        acquire(two, 1);
        TidemarkException error = assertThrows(TidemarkException.class, () -> two.valueAt(cursor));
        assertEquals(ErrorCode.STATE_CORRUPT, error.code());
        assertEquals("sum", error.problems().get(0).operator());
        assertEquals(ErrorCode.STATE_CORRUPT, codeOf(() -> two.next(cursor)));
        assertEquals(ErrorCode.STATE_CORRUPT, codeOf(() -> two.bytes(text)));
        assertEquals(ErrorCode.STATE_CORRUPT, codeOf(() -> one.bytes(cursor)));
        // The page of a freed pane is recycled for a pane with the same id: the old cursor is still refused.
        two.seal(0, 0, 0);
        long stale = two.next(0);
        assertTrue(two.free(1));
        assertEquals(ErrorCode.STATE_CORRUPT, codeOf(() -> table.openPane(2).valueAt(stale)));
        StatePane other = backend.openTable(new TableSpec("sum", "other", 8, 8)).openPane(2);
        acquire(other, 1);
        assertEquals(ErrorCode.STATE_CORRUPT, codeOf(() -> table.pane(2).valueAt(stale)));
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
        assertTrue(pane.free(10));
        acquire(table.openPane(2), 6);
        backend.restore(image);

        assertEquals(3, cursor.get());
        assertEquals(1, table.paneCount());
        assertEquals(1, table.rowCount());
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
        StateTable table = backend.openTable(SPEC);
        for (int id = 0; id < 3_000; id++) {
            OffHeap.putLong(acquire(table.openPane(id % 3), id), id);
        }
        StateImage image = backend.copy();
        try (StateBackend fresh =
                ChronicleState.withLimit(4 << 20).withHashSeed(99).open()) {
            assertEquals(ErrorCode.RESTART_INCOMPATIBLE, codeOf(() -> fresh.restore(image)));
            StateTable target = fresh.openTable(SPEC);
            fresh.restore(image);
            assertEquals(3_000, target.rowCount());
            for (int id = 0; id < 3_000; id++) {
                assertEquals(id, OffHeap.getLong(find(target.pane(id % 3), id)));
            }
            assertEquals(
                    ErrorCode.RESTART_INCOMPATIBLE,
                    codeOf(() -> fresh.restore(HeapState.withLimit(8).open().copy())));
        }
        try (StateBackend small = ChronicleState.withLimit(70_000).open()) {
            small.openTable(SPEC);
            assertEquals(ErrorCode.STATE_LIMIT_EXCEEDED, codeOf(() -> small.restore(image)));
        }
    }

    @Test
    void shouldRefuseRowsThatFitNoPageAndNamesUsedTwice() {
        StatePane pane = backend.openTable(new TableSpec("sum", "texts", 16_368, TableSpec.VARIABLE))
                .openPane(0);
        pane.acquire(key, 8);
        assertEquals(ErrorCode.ROW_TOO_LARGE, codeOf(() -> pane.acquire(key, 16)));
        assertEquals(ErrorCode.ROW_TOO_LARGE, codeOf(() -> pane.allocateBytes(16_385)));
        long whole = pane.allocateBytes(16_384);
        assertEquals(0, OffHeap.getLong(pane.bytes(whole) + 16_376));
        assertEquals(ErrorCode.SETTING_INVALID, codeOf(() -> backend.openTable(new TableSpec("sum", "texts", 8, 8))));
        backend.openScalar("sum", "cursor", 0);
        assertEquals(ErrorCode.SETTING_INVALID, codeOf(() -> backend.openScalar("sum", "cursor", 0)));
        assertEquals(ErrorCode.SETTING_INVALID, codeOf(() -> ChronicleState.withLimit(67_327)));
        assertEquals(ErrorCode.SETTING_INVALID, codeOf(() -> ChronicleState.withLimit(35_299_262_465L)));
    }

    @Test
    void shouldGoOnFreeingAPaneThatWasCopiedHalfFreed() {
        StateTable table = backend.openTable(SPEC);
        StatePane pane = table.openPane(1);
        // 682 rows of 24 bytes fill a page of 16 384.
        for (int id = 0; id < 682 * 3; id++) {
            acquire(pane, id);
        }
        pane.seal(0, 0, 0);
        assertFalse(pane.free(1));
        StateImage image = backend.copy();
        assertEquals(682 * 24 * 2, image.sizeBytes());
        backend.restore(image);
        StatePane restored = table.pane(1);
        assertEquals(682 * 3, restored.rowCount());
        assertTrue(restored.sealed());
        assertEquals(ErrorCode.STATE_CORRUPT, codeOf(() -> restored.next(0)));
        assertEquals(ErrorCode.STATE_CORRUPT, codeOf(() -> find(restored, 1_000)));
        assertFalse(restored.free(1));
        assertTrue(restored.free(1));
        assertEquals(0, table.usedBytes());
        assertEquals(0, table.rowCount());
    }

    @Test
    void shouldHoldMoreScalarsThanOnePage() {
        ScalarState[] scalars = new ScalarState[2_050];
        for (int index = 0; index < scalars.length; index++) {
            scalars[index] = backend.openScalar("sum", "s" + index, index);
        }
        StateImage image = backend.copy();
        scalars[2_049].set(-1);
        scalars[0].set(-1);
        backend.restore(image);
        for (int index = 0; index < scalars.length; index++) {
            assertEquals(index, scalars[index].get());
        }
        assertEquals(2, backend.usage().pages());
    }

    @Test
    void shouldCloseTwice() {
        backend.close();
        backend.close();
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
