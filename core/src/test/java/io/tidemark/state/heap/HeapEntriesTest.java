package io.tidemark.state.heap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.memory.OffHeap;
import io.tidemark.state.EntryTable;
import io.tidemark.state.StateBackend;
import io.tidemark.state.StateImage;
import io.tidemark.state.StateRegistry;
import io.tidemark.state.TableSpec;
import io.tidemark.state.TimeIndex;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class HeapEntriesTest {
    private final StateBackend backend = HeapState.withLimit(1_000).open();
    private final StateRegistry registry = new StateRegistry(backend, "dedup");
    private final EntryTable entries = registry.entries("seen", 16, 8);
    private final TimeIndex times = registry.timeIndex("due");
    private final long key = OffHeap.allocate(64);

    @AfterEach
    void close() {
        backend.close();
        OffHeap.free(key);
    }

    private long acquire(long id) {
        OffHeap.putLong(key, id);
        return entries.acquire(key, 8);
    }

    private long find(long id) {
        OffHeap.putLong(key, id);
        return entries.find(key, 8);
    }

    private static void assertCode(ErrorCode code, Executable call) {
        assertEquals(code, assertThrows(TidemarkException.class, call).code());
    }

    @Test
    void shouldMakeFindAndRemoveAnEntryByItself() {
        long first = acquire(1);
        assertTrue(entries.created());
        assertEquals(0, OffHeap.getLong(entries.value(first)));
        OffHeap.putLong(entries.valueForUpdate(first), 11);
        long second = acquire(2);
        assertEquals(first, acquire(1));
        assertFalse(entries.created());
        entries.remove(first);
        assertEquals(EntryTable.NONE, find(1));
        assertEquals(second, find(2));
        assertEquals(1, entries.rowCount());
        assertEquals(0, entries.paneCount());
        assertEquals(0, OffHeap.getLong(entries.value(acquire(1))));
        assertCode(ErrorCode.STATE_CORRUPT, () -> entries.value(first));
    }

    @Test
    void shouldWalkEveryEntryWhileTheCurrentOneIsRemoved() {
        for (long id = 0; id < 10; id++) {
            acquire(id);
        }
        Set<Long> seen = new HashSet<>();
        for (long at = entries.next(0); at != 0; at = entries.next(at)) {
            long id = OffHeap.getLong(entries.key(at));
            assertEquals(8, entries.keyBytes(at));
            assertTrue(seen.add(id));
            if (id % 2 == 0) {
                entries.remove(at);
            }
        }
        assertEquals(10, seen.size());
        assertEquals(5, entries.rowCount());
    }

    @Test
    void shouldKeepBlocksUntilTheyAreFreed() {
        long block = entries.allocate(13);
        assertEquals(16, entries.blockBytes(block));
        assertEquals(0, OffHeap.getLong(entries.block(block) + 8));
        OffHeap.putLong(entries.blockForUpdate(block, 8, 8) + 8, 5);
        assertEquals(5, OffHeap.getLong(entries.block(block) + 8));
        assertCode(ErrorCode.STATE_CORRUPT, () -> entries.blockForUpdate(block, 8, 9));
        assertEquals(1, entries.blockCount());
        assertEquals(16, backend.usedBytes());
        entries.free(block);
        assertEquals(0, backend.usedBytes());
        assertCode(ErrorCode.STATE_CORRUPT, () -> entries.block(block));
        assertCode(ErrorCode.STATE_CORRUPT, () -> entries.free(block));
        assertNotEquals(0, entries.allocate(0));
    }

    @Test
    void shouldTakeRecordsByDueTimeAndThenByInsertion() {
        assertEquals(TimeIndex.EMPTY, times.firstDueNs());
        times.add(5, 100);
        times.add(-3, 101);
        times.add(5, 102);
        times.add(Long.MAX_VALUE - 1, 103);
        times.add(Long.MIN_VALUE, 104);
        long[][] expected = {
            {Long.MIN_VALUE, 104, 4}, {-3, 101, 1}, {5, 100, 0}, {5, 102, 2}, {Long.MAX_VALUE - 1, 103, 3}
        };
        for (long[] record : expected) {
            assertEquals(record[0], times.firstDueNs());
            assertEquals(record[1], times.firstPayload());
            assertEquals(record[2], times.firstOrder());
            times.removeFirst();
        }
        assertEquals(0, times.size());
        assertCode(ErrorCode.STATE_CORRUPT, times::removeFirst);
        assertCode(ErrorCode.STATE_CORRUPT, times::firstPayload);
        assertCode(ErrorCode.STATE_CORRUPT, () -> times.add(TimeIndex.EMPTY, 1));
    }

    @Test
    void shouldRefuseAtTheLimitAndChangeNothing() {
        for (long id = 0; id < 41; id++) {
            acquire(id);
        }
        assertCode(ErrorCode.STATE_LIMIT_EXCEEDED, () -> acquire(99));
        assertCode(ErrorCode.STATE_LIMIT_EXCEEDED, () -> entries.allocate(24));
        assertCode(ErrorCode.STATE_LIMIT_EXCEEDED, () -> times.add(1, 1));
        assertEquals(EntryTable.NONE, find(99));
        assertEquals(41, entries.rowCount());
        assertEquals(0, entries.blockCount());
        assertEquals(0, times.size());
        entries.remove(find(7));
        times.add(1, 1);
        assertEquals(1, times.rowCount());
        assertCode(ErrorCode.ROW_TOO_LARGE, () -> entries.allocate(EntryTable.MAX_BYTES + 1));
    }

    @Test
    void shouldRestoreEntriesBlocksAndRecordsUnderTheirReferences() {
        long entry = acquire(1);
        long block = entries.allocate(8);
        OffHeap.putLong(entries.valueForUpdate(entry), block);
        OffHeap.putLong(entries.blockForUpdate(block, 0, 8), 77);
        times.add(3, 30);
        StateImage image = backend.copy();
        entries.remove(entry);
        entries.free(block);
        times.removeFirst();
        acquire(2);
        backend.restore(image);
        assertEquals(entry, find(1));
        assertEquals(EntryTable.NONE, find(2));
        assertEquals(77, OffHeap.getLong(entries.block(OffHeap.getLong(entries.value(entry)))));
        assertEquals(3, times.firstDueNs());
        times.add(3, 31);
        times.removeFirst();
        assertEquals(1, times.firstOrder());
        assertEquals(24 + 8 + 24, backend.usedBytes());
    }

    @Test
    void shouldRefuseAnImageOfAnotherKindOfState() {
        try (StateBackend other = HeapState.withLimit(1_000).open()) {
            other.openTable(new TableSpec("dedup", "seen", 16, 8));
            other.openTimeIndex("dedup", "due");
            StateImage image = other.copy();
            assertCode(ErrorCode.RESTART_INCOMPATIBLE, () -> backend.restore(image));
        }
        assertCode(ErrorCode.SETTING_INVALID, () -> registry.timeIndex("seen"));
        assertCode(ErrorCode.ROW_TOO_LARGE, () -> registry.entries("wide", 8_192, 8_192));
    }
}
