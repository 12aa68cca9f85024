package io.tidemark.state.heap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.memory.OffHeap;
import io.tidemark.state.EntryTable;
import io.tidemark.state.MetaReader;
import io.tidemark.state.MetaWriter;
import io.tidemark.state.ScalarState;
import io.tidemark.state.SnapshotStage;
import io.tidemark.state.StateBackend;
import io.tidemark.state.StatePane;
import io.tidemark.state.StateSnapshots;
import io.tidemark.state.StateTable;
import io.tidemark.state.TableSpec;
import io.tidemark.state.TimeIndex;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class HeapSnapshotsTest {
    private static final long LIMIT = 4L << 20;

    private final long key = OffHeap.allocate(16);
    private final Opened opened = new Opened(LIMIT);
    private final Stage stage = new Stage();
    private final MetaWriter rest = new MetaWriter();

    /** A backend with one unit of each kind. */
    private static final class Opened {
        private final StateBackend backend;
        private final StateSnapshots snapshots;
        private final StateTable table;
        private final EntryTable entries;
        private final TimeIndex times;
        private final ScalarState scalar;

        Opened(long limitBytes) {
            backend = HeapState.withLimit(limitBytes).open();
            snapshots = backend.snapshots();
            snapshots.track();
            table = backend.openTable(new TableSpec("a", "table", 8, 8));
            entries = backend.openEntries(new TableSpec("a", "entries", 8, TableSpec.VARIABLE));
            times = backend.openTimeIndex("a", "times");
            scalar = backend.openScalar("a", "scalar", 5);
        }
    }

    /** Keeps parts; {@code room} is how many it takes. */
    private static final class Stage implements SnapshotStage {
        private record Part(int unit, int offset, byte[] bytes) {}

        private final List<Part> parts = new ArrayList<>();
        private int room = Integer.MAX_VALUE;

        @Override
        public boolean put(int unit, int offset, long address, int bytes) {
            if (parts.size() == room) {
                return false;
            }
            byte[] copy = new byte[bytes];
            OffHeap.copyOut(address, copy, 0, bytes);
            parts.add(new Part(unit, offset, copy));
            return true;
        }

        @Override
        public boolean hasRoom() {
            return true;
        }

        void loadInto(StateSnapshots snapshots, MetaWriter rest) {
            long buffer = OffHeap.allocate(snapshots.unitBytes());
            for (Part part : parts) {
                OffHeap.copyIn(part.bytes(), 0, buffer, part.bytes().length);
                snapshots.load(part.unit(), part.offset(), buffer, part.bytes().length);
            }
            OffHeap.free(buffer);
            snapshots.loaded(new MetaReader(rest.buffer(), rest.length()));
        }
    }

    @AfterEach
    void close() {
        opened.backend.close();
        OffHeap.free(key);
    }

    private long key(long number) {
        OffHeap.putLong(key, number);
        return key;
    }

    private void addRows(StatePane pane, int count) {
        for (int row = 0; row < count; row++) {
            OffHeap.putLong(pane.acquire(key(row), 8), row * 10L);
        }
    }

    private static void complete(StateSnapshots snapshots) {
        while (snapshots.sweep(1) > 0) {
            assertFalse(snapshots.overflowed());
        }
        assertTrue(snapshots.complete());
    }

    @Test
    void shouldLoadWhatWasThereWhenTheSnapshotBegan() {
        addRows(opened.table.openPane(1), 3_000);
        addRows(opened.table.openPane(2), 100);
        opened.table.pane(2).seal(3, 4, 5);
        addRows(opened.table.openPane(7), 10);
        long text = opened.table.pane(7).allocateBytes(3);
        OffHeap.putByte(opened.table.pane(7).bytesForUpdate(text, 3) + 2, (byte) 9);
        opened.table.openPane(8).seal(0, 1, 2);
        long removed = opened.entries.acquire(key(1), 8);
        long entry = opened.entries.acquire(key(2), 8);
        OffHeap.putLong(opened.entries.valueForUpdate(entry), 22);
        opened.entries.remove(removed);
        long block = opened.entries.allocate(24);
        OffHeap.putLong(opened.entries.blockForUpdate(block, 16, 8) + 16, 33);
        opened.times.add(100, 1);
        opened.times.add(50, 2);
        opened.times.add(50, 3);
        opened.times.removeFirst();
        opened.scalar.set(-8);

        assertTrue(opened.snapshots.ready());
        opened.snapshots.start(stage, rest);
        // Nothing of this belongs to the snapshot.
        addRows(opened.table.openPane(1), 4_000);
        OffHeap.putLong(opened.table.pane(1).acquire(key(0), 8), 99);
        opened.table.pane(2).free(1);
        opened.entries.remove(entry);
        opened.times.removeFirst();
        opened.scalar.set(0);
        complete(opened.snapshots);
        opened.snapshots.published();
        assertTrue(stage.parts.size() > 2);

        Opened other = new Opened(LIMIT);
        stage.loadInto(other.snapshots, rest);
        assertEquals(4, other.table.paneCount());
        assertEquals(3_110, other.table.rowCount());
        StatePane first = other.table.pane(1);
        assertEquals(3_000, first.rowCount());
        long row = 0;
        for (long cursor = first.next(0); cursor != 0; cursor = first.next(cursor)) {
            assertEquals(row, OffHeap.getLong(first.keyAt(cursor)));
            assertEquals(row * 10, OffHeap.getLong(first.valueAt(cursor)));
            row++;
        }
        StatePane sealed = other.table.pane(2);
        assertTrue(sealed.sealed());
        assertEquals(3, sealed.causeSource());
        assertEquals(4, sealed.causePosition());
        assertEquals(5, sealed.causeIngestTimeNs());
        assertEquals(9, OffHeap.getByte(other.table.pane(7).bytes(text) + 2));
        assertTrue(other.table.pane(8).free(1));
        assertEquals(1, other.entries.rowCount());
        assertEquals(entry, other.entries.find(key(2), 8));
        assertEquals(22, OffHeap.getLong(other.entries.value(entry)));
        assertEquals(33, OffHeap.getLong(other.entries.block(block) + 16));
        assertEquals(block + 1, other.entries.acquire(key(3), 8));
        assertEquals(2, other.times.size());
        assertEquals(50, other.times.firstDueNs());
        assertEquals(2, other.times.firstOrder());
        other.times.add(0, 4);
        assertEquals(3, other.times.firstOrder());
        assertEquals(-8, other.scalar.get());
        other.backend.close();
    }

    @Test
    void shouldBeReadyAgainAfterASnapshotThatFoundNoRoomWasAbandoned() {
        addRows(opened.table.openPane(1), 5_000);
        stage.room = 2;
        opened.snapshots.start(stage, rest);
        assertFalse(opened.snapshots.ready());
        assertEquals(3, opened.snapshots.sweep(10));
        assertTrue(opened.snapshots.overflowed());
        assertFalse(opened.snapshots.complete());
        assertEquals(0, opened.snapshots.sweep(10));
        opened.snapshots.abandon();
        assertTrue(opened.snapshots.ready());
        assertTrue(opened.snapshots.nextIsFull());

        stage.room = Integer.MAX_VALUE;
        stage.parts.clear();
        opened.snapshots.start(stage, rest.clear());
        complete(opened.snapshots);
        Opened other = new Opened(LIMIT);
        stage.loadInto(other.snapshots, rest);
        assertEquals(5_000, other.table.rowCount());
        other.backend.close();
    }

    @Test
    void shouldRefuseWhatDoesNotFit() {
        addRows(opened.table.openPane(1), 1_000);
        opened.snapshots.start(stage, rest);
        complete(opened.snapshots);

        Opened small = new Opened(1_000);
        assertEquals(ErrorCode.STATE_LIMIT_EXCEEDED, codeOf(() -> stage.loadInto(small.snapshots, rest)));
        small.backend.close();
        StateBackend different = HeapState.withLimit(LIMIT).open();
        different.openTable(new TableSpec("a", "other", 8, 8));
        TidemarkException refused =
                assertThrows(TidemarkException.class, () -> stage.loadInto(different.snapshots(), rest));
        assertEquals(ErrorCode.RESTART_INCOMPATIBLE, refused.code());
        assertTrue(refused.getMessage().contains("other"), refused.getMessage());
        different.close();
        Opened empty = new Opened(LIMIT);
        stage.parts.remove(1);
        stage.parts.remove(0);
        assertEquals(ErrorCode.STATE_CORRUPT, codeOf(() -> stage.loadInto(empty.snapshots, rest)));
        empty.backend.close();
    }

    private static ErrorCode codeOf(Runnable use) {
        return assertThrows(TidemarkException.class, use::run).code();
    }
}
