package io.tidemark.offheap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.memory.OffHeap;
import io.tidemark.state.ScalarState;
import io.tidemark.state.StateBackend;
import io.tidemark.state.StatePane;
import io.tidemark.state.StateSnapshots;
import io.tidemark.state.StateTable;
import io.tidemark.state.TableSpec;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Where pages run out, are used again, or do not fit what is open. */
class SnapshotLimitTest {
    private static final TableSpec ROWS = new TableSpec("sum", "rows", 56, 8);
    private static final int ROWS_PER_PAGE = 256;

    private final long key = OffHeap.allocate(8);
    private final List<StateBackend> opened = new ArrayList<>();
    private final RecordedSnapshots files = new RecordedSnapshots();

    @AfterEach
    void close() {
        opened.forEach(StateBackend::close);
        OffHeap.free(key);
    }

    private StateBackend open(int pages) {
        StateBackend backend =
                ChronicleState.withLimit((long) pages * PageMap.STRIDE).open();
        backend.snapshots().track();
        opened.add(backend);
        return backend;
    }

    private void fill(StatePane pane, int from, int to) {
        for (int row = from; row < to; row++) {
            OffHeap.putLong(key, row);
            OffHeap.putLong(pane.acquire(key, 8), row * 3L);
        }
    }

    private void requireRows(StatePane pane, int count) {
        assertEquals(count, pane.rowCount());
        int row = 0;
        for (long cursor = pane.next(0); cursor != 0; cursor = pane.next(cursor)) {
            assertEquals(row, OffHeap.getLong(pane.keyAt(cursor)));
            assertEquals(row * 3L, OffHeap.getLong(pane.valueAt(cursor)));
            OffHeap.putLong(key, row);
            assertEquals(pane.valueAt(cursor), pane.find(key, 8));
            row++;
        }
        assertEquals(count, row);
    }

    private static void complete(StateSnapshots snapshots) {
        while (!snapshots.complete()) {
            assertNotEquals(0, snapshots.sweep(10));
        }
    }

    @Test
    void shouldLoadIntoAnyLimitThatHoldsThePages() {
        StateBackend backend = open(40);
        fill(backend.openTable(ROWS).openPane(1), 0, 10 * ROWS_PER_PAGE);
        files.take(backend.snapshots());
        // Scalars, 10 pages of rows; 2 560 rows in 8 to 16 buckets and a node take 3 to 5 pages.
        for (int pages : new int[] {16, 40, 400}) {
            StateBackend other = open(pages);
            StateTable table = other.openTable(ROWS);
            files.load(other.snapshots());
            requireRows(table.pane(1), 10 * ROWS_PER_PAGE);
            if (pages > 40) {
                fill(table.pane(1), 10 * ROWS_PER_PAGE, 80 * ROWS_PER_PAGE);
                requireRows(table.pane(1), 80 * ROWS_PER_PAGE);
                RecordedSnapshots further = files.fork();
                further.take(other.snapshots());
                StateBackend third = open(pages);
                StateTable grown = third.openTable(ROWS);
                further.load(third.snapshots());
                requireRows(grown.pane(1), 80 * ROWS_PER_PAGE);
            }
        }
    }

    @Test
    void shouldNameTheLimitWhenItIsTooSmallForPagesOrIndexes() {
        StateBackend backend = open(40);
        fill(backend.openTable(ROWS).openPane(1), 0, 10 * ROWS_PER_PAGE);
        files.take(backend.snapshots());
        for (int pages : new int[] {4, 11, 12}) {
            StateBackend small = open(pages);
            small.openTable(ROWS);
            TidemarkException refused = assertThrows(TidemarkException.class, () -> files.load(small.snapshots()));
            assertEquals(ErrorCode.STATE_LIMIT_EXCEEDED, refused.code());
            assertTrue(refused.getMessage().contains("ChronicleState.withLimit"), refused.getMessage());
        }
    }

    @Test
    void shouldKeepASnapshotWholeWhenThePagesRunOutMeanwhile() {
        StateBackend backend = open(12);
        StateTable table = backend.openTable(ROWS);
        fill(table.openPane(1), 0, 3 * ROWS_PER_PAGE);
        files.start(backend.snapshots());
        TidemarkException refused =
                assertThrows(TidemarkException.class, () -> fill(table.openPane(2), 0, 20 * ROWS_PER_PAGE));
        assertEquals(ErrorCode.STATE_LIMIT_EXCEEDED, refused.code());
        complete(backend.snapshots());
        files.publish(backend.snapshots());
        StateBackend other = open(12);
        StateTable loaded = other.openTable(ROWS);
        files.load(other.snapshots());
        assertEquals(1, loaded.paneCount());
        requireRows(loaded.pane(1), 3 * ROWS_PER_PAGE);
    }

    @Test
    void shouldHandOverPagesThatAreFreedAndUsedAgainBeforeTheyAreSwept() {
        // The pages that the rows leave are taken by those of another table.
        StateBackend backend = open(12);
        StateTable table = backend.openTable(ROWS);
        fill(table.openPane(1), 0, 6 * ROWS_PER_PAGE);
        StateTable wide = backend.openTable(new TableSpec("sum", "wide", 8_184, 8));
        files.start(backend.snapshots());
        table.pane(1).seal(0, 0, 0);
        assertTrue(table.pane(1).free(100));
        StatePane pane = wide.openPane(1);
        for (int row = 0; row < 8; row++) {
            OffHeap.putLong(key, row);
            OffHeap.putLong(pane.acquire(key, 8) + 4_096, -1);
        }
        complete(backend.snapshots());
        files.publish(backend.snapshots());
        StateBackend other = open(12);
        StateTable loaded = other.openTable(ROWS);
        other.openTable(new TableSpec("sum", "wide", 8_184, 8));
        files.load(other.snapshots());
        assertEquals(1, loaded.paneCount());
        requireRows(loaded.pane(1), 6 * ROWS_PER_PAGE);
    }

    @Test
    void shouldHandOverRowsWhosePagesBecameIndexMeanwhile() {
        StateBackend backend = open(12);
        StateTable table = backend.openTable(ROWS);
        fill(table.openPane(1), 0, 6 * ROWS_PER_PAGE);
        fill(table.openPane(100), 0, 1);
        files.start(backend.snapshots());
        table.pane(1).seal(0, 0, 0);
        assertTrue(table.pane(1).free(100));
        // 300 rows of a pane that is laid out for 1 536: each takes a bucket until there are 8.
        table.openPane(2);
        fill(table.pane(2), 0, 300);
        for (int id = 3; id < 7; id++) {
            StatePane pane = table.openPane(id);
            fill(pane, 0, 8);
        }
        complete(backend.snapshots());
        files.publish(backend.snapshots());
        StateBackend other = open(12);
        StateTable loaded = other.openTable(ROWS);
        files.load(other.snapshots());
        assertEquals(2, loaded.paneCount());
        requireRows(loaded.pane(1), 6 * ROWS_PER_PAGE);
        requireRows(loaded.pane(100), 1);
    }

    @Test
    void shouldMoveAPageOfScalarsThatStandsInTheWay() {
        StateBackend backend = open(40);
        StateTable table = backend.openTable(ROWS);
        List<ScalarState> scalars = scalars(backend, 5_000);
        fill(table.openPane(1), 0, 600);
        files.take(backend.snapshots());
        // Pages 1 and 2 hold scalars here, rows after a restart in which scalars were opened last.
        StateBackend second = open(40);
        StateTable again = second.openTable(ROWS);
        files.loadParts(second.snapshots());
        List<ScalarState> late = scalars(second, 5_000);
        files.loadRest(second.snapshots());
        assertEquals(scalars.get(4_999).get(), late.get(4_999).get());
        fill(again.pane(1), 600, 2_000);
        RecordedSnapshots further = files.fork();
        further.take(second.snapshots());
        late.get(4_999).set(-77);
        further.take(second.snapshots());

        StateBackend third = open(40);
        StateTable last = third.openTable(ROWS);
        List<ScalarState> early = scalars(third, 5_000);
        further.load(third.snapshots());
        requireRows(last.pane(1), 2_000);
        assertEquals(-77, early.get(4_999).get());
        for (int index = 0; index < 4_999; index++) {
            assertEquals(index, early.get(index).get());
        }
    }

    private static List<ScalarState> scalars(StateBackend backend, int count) {
        List<ScalarState> scalars = new ArrayList<>();
        for (int index = 0; index < count; index++) {
            scalars.add(backend.openScalar("sum", "scalar" + index, index));
        }
        return scalars;
    }

    @Test
    void shouldNameWhatIsOpenInAnotherWay() {
        StateBackend backend = open(40);
        backend.openTable(ROWS);
        backend.openScalar("sum", "total", 0);
        files.take(backend.snapshots());

        StateBackend other = open(40);
        other.openTable(new TableSpec("sum", "rows", 64, 8));
        other.openScalar("sum", "total", 0);
        TidemarkException refused = assertThrows(TidemarkException.class, () -> files.load(other.snapshots()));
        assertEquals(ErrorCode.RESTART_INCOMPATIBLE, refused.code());
        assertTrue(refused.getMessage().contains("'sum/rows' with values of 56 bytes"), refused.getMessage());
        assertTrue(refused.getMessage().contains("'sum/rows' with values of 64 bytes"), refused.getMessage());

        StateBackend more = open(40);
        more.openTable(ROWS);
        more.openEntries(new TableSpec("sum", "more", 8, 8));
        more.openScalar("sum", "total", 0);
        assertEquals(ErrorCode.RESTART_INCOMPATIBLE, codeOf(() -> files.load(more.snapshots())));
        StateBackend renamed = open(40);
        renamed.openTable(ROWS);
        renamed.openScalar("sum", "sum", 0);
        assertEquals(ErrorCode.RESTART_INCOMPATIBLE, codeOf(() -> files.load(renamed.snapshots())));
    }

    @Test
    void shouldRefusePagesThatContradictTheRest() {
        StateBackend backend = open(40);
        StateTable table = backend.openTable(ROWS);
        fill(table.openPane(1), 0, 1_000);
        files.take(backend.snapshots());
        StateBackend without = open(40);
        without.openTable(ROWS);
        assertEquals(ErrorCode.STATE_CORRUPT, codeOf(() -> files.loadRest(without.snapshots())));
        StateBackend outside = open(40);
        assertEquals(ErrorCode.STATE_CORRUPT, codeOf(() -> outside.snapshots().load(0, 0, key, 8)));
        assertEquals(ErrorCode.STATE_CORRUPT, codeOf(() -> outside.snapshots().load(1, 16_448, key, 8)));
    }

    private static ErrorCode codeOf(Runnable use) {
        return assertThrows(TidemarkException.class, use::run).code();
    }
}
