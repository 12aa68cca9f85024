package io.tidemark.offheap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.memory.OffHeap;
import io.tidemark.state.EntryTable;
import io.tidemark.state.SortedChain;
import io.tidemark.state.StateBackend;
import io.tidemark.state.StateImage;
import io.tidemark.state.TableSpec;
import io.tidemark.state.TimeIndex;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class EntryLimitTest {
    private static final long LIMIT = 100 * 16_832L + 5;

    private final StateBackend backend = ChronicleState.withLimit(LIMIT).open();
    private final EntryTable entries = backend.openEntries(new TableSpec("dedup", "seen", 48, 16));
    private final TimeIndex times = backend.openTimeIndex("dedup", "due");
    private final long key = OffHeap.allocate(64);

    @AfterEach
    void close() {
        backend.close();
        OffHeap.free(key);
    }

    private long acquire(long id) {
        OffHeap.putLong(key, id);
        return entries.acquire(key, 16);
    }

    private long find(long id) {
        OffHeap.putLong(key, id);
        return entries.find(key, 16);
    }

    private static void assertFull(Executable call) {
        assertEquals(
                ErrorCode.STATE_LIMIT_EXCEEDED,
                assertThrows(TidemarkException.class, call).code());
    }

    private long fill() {
        for (long id = 0; ; id++) {
            try {
                OffHeap.putLong(entries.valueForUpdate(acquire(id)), id);
            } catch (TidemarkException full) {
                assertEquals(ErrorCode.STATE_LIMIT_EXCEEDED, full.code());
                return id;
            }
        }
    }

    @Test
    void shouldRefuseWhenFullChangeNothingAndGoOnAfterOneRemoval() {
        long filled = fill();
        // 16 384 / 72 = 227 slots a page; the rest of 99 pages is index.
        assertTrue(filled > 80 * 227, filled + " entries");
        for (int attempt = 0; attempt < 50; attempt++) {
            long missing = -1 - attempt;
            assertFull(() -> acquire(missing));
            assertEquals(EntryTable.NONE, find(missing));
        }
        assertFull(() -> entries.allocate(8));
        assertFull(() -> times.add(1, 1));
        assertEquals(filled, entries.rowCount());
        assertEquals(0, entries.blockCount());
        assertEquals(0, times.size());
        assertEquals(TimeIndex.EMPTY, times.firstDueNs());
        entries.remove(find(filled / 2));
        OffHeap.putLong(entries.valueForUpdate(acquire(filled / 2)), filled / 2);
        for (long id = 0; id < filled; id++) {
            assertEquals(id, OffHeap.getLong(entries.value(find(id))));
        }
    }

    @Test
    void shouldGiveEmptyPagesBackToOtherState() {
        long filled = fill();
        assertFull(() -> entries.allocate(8));
        for (long id = 0; id < filled; id++) {
            entries.remove(find(id));
        }
        // One page is kept, and what became index stays index.
        assertEquals(1, backend.usage().pages() - 1);
        assertEquals(0, entries.rowCount());
        long blocks = 0;
        for (; ; blocks++) {
            try {
                entries.allocate(EntryTable.MAX_BYTES);
            } catch (TidemarkException full) {
                break;
            }
        }
        assertEquals(99 - 1 - backend.usage().indexPages(), blocks);
    }

    @Test
    void shouldRestoreAFullBackendWithinItsOwnLimit() {
        times.add(7, 70);
        long block = entries.allocate(40);
        OffHeap.putLong(entries.blockForUpdate(block, 32, 8) + 32, 5);
        long filled = fill();
        StateImage image = backend.copy();
        backend.restore(image);
        try (StateBackend fresh = ChronicleState.withLimit(LIMIT).open()) {
            EntryTable target = fresh.openEntries(entries.spec());
            TimeIndex due = fresh.openTimeIndex("dedup", "due");
            fresh.restore(image);
            for (long id = 0; id < filled; id++) {
                OffHeap.putLong(key, id);
                assertEquals(id, OffHeap.getLong(target.value(target.find(key, 16))));
                assertEquals(find(id), target.find(key, 16));
            }
            assertEquals(5, OffHeap.getLong(target.block(block) + 32));
            assertEquals(7, due.firstDueNs());
            assertEquals(70, due.firstPayload());
        }
    }

    @Test
    void shouldRefuseRecordsWhenFullAndKeepThoseThatAreThere() {
        Random random = new Random(7);
        List<Long> expected = new ArrayList<>();
        while (true) {
            long due = random.nextInt(1_000_000);
            try {
                times.add(due, due);
                expected.add(due);
            } catch (TidemarkException full) {
                break;
            }
        }
        // Leaves are two thirds full on average.
        assertTrue(expected.size() > 40_000, expected.size() + " records");
        long first = times.firstDueNs();
        assertFull(() -> {
            for (int more = 0; more < 100; more++) {
                times.add(500_000, 0);
                times.removeFirst();
                times.add(first, first);
            }
        });
        assertTrue(times.size() >= expected.size() - 1);
        long before = Long.MIN_VALUE;
        while (times.size() > 0) {
            assertTrue(times.firstDueNs() >= before);
            before = times.firstDueNs();
            times.removeFirst();
        }
        assertEquals(TimeIndex.EMPTY, times.firstDueNs());
    }

    @Test
    void shouldLeaveAChainAsItWasWhenThereIsNoRoom() {
        SortedChain chain = new SortedChain(entries, 72);
        long slot = entries.valueForUpdate(acquire(0)) + 40;
        int inserted = 0;
        while (true) {
            long blocks = entries.blockCount();
            try {
                chain.insert(slot, inserted * 7919L % 10_007, inserted);
                inserted++;
            } catch (TidemarkException full) {
                assertEquals(ErrorCode.STATE_LIMIT_EXCEEDED, full.code());
                assertEquals(blocks, entries.blockCount());
                break;
            }
        }
        assertEquals(inserted, chain.size(OffHeap.getLong(slot)));
        assertEquals(inserted, chain.removeFirst(slot, Integer.MAX_VALUE));
        assertEquals(0, entries.blockCount());
    }

    @Test
    void shouldRefuseWhatFitsNoPageAndAnImageOfAnotherShape() {
        assertEquals(
                ErrorCode.ROW_TOO_LARGE,
                assertThrows(TidemarkException.class, () -> entries.allocate(EntryTable.MAX_BYTES + 1))
                        .code());
        assertEquals(
                ErrorCode.ROW_TOO_LARGE,
                assertThrows(
                                TidemarkException.class,
                                () -> backend.openEntries(new TableSpec("dedup", "wide", 8_192, 8_192)))
                        .code());
        assertEquals(
                ErrorCode.SETTING_INVALID,
                assertThrows(TidemarkException.class, () -> backend.openTimeIndex("dedup", "seen"))
                        .code());
        try (StateBackend other = ChronicleState.withLimit(LIMIT).open()) {
            other.openTable(new TableSpec("dedup", "seen", 48, 16));
            other.openTimeIndex("dedup", "due");
            StateImage image = other.copy();
            assertEquals(
                    ErrorCode.RESTART_INCOMPATIBLE,
                    assertThrows(TidemarkException.class, () -> backend.restore(image))
                            .code());
        }
    }
}
