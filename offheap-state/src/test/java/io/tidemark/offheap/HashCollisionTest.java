package io.tidemark.offheap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tidemark.memory.OffHeap;
import io.tidemark.state.StatePane;
import io.tidemark.state.StateTable;
import io.tidemark.state.TableSpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HashCollisionTest {
    private static final TableSpec SPEC = new TableSpec("sum", "totals", 8, 8);

    private final long key = OffHeap.allocate(8);

    @AfterEach
    void free() {
        OffHeap.free(key);
    }

    /** From all hashes equal to hashes that differ in few bits, low ones, high ones or both. */
    @ParameterizedTest
    @ValueSource(
            ints = {0, 1, 0x8000_0000, 0x0000_FFFF, 0xFFFF_0000, 0x0080_0000, 0x0040_0000, 0x0300_00C0, 0x0007_0000})
    void shouldKeepKeysApartWhoseHashesAreEqual(int mask) {
        int rows = 6_000;
        try (ChronicleBackend backend = Backends.open(64L << 20, 5, mask)) {
            StateTable table = backend.openTable(SPEC);
            StatePane pane = table.openPane(0);
            fill(pane, rows);
            check(pane, rows);
            backend.restore(backend.copy());
            check(table.pane(0), rows);
            table.pane(0).seal(0, 0);
            assertTrue(table.pane(0).free(1_000));
            assertEquals(0, table.usedBytes());
            fill(table.openPane(1), rows);
            check(table.pane(1), rows);
        }
    }

    @Test
    void shouldSplitAwayFromKeysThatCannotBeSplit() {
        // 1 000 keys have one hash, the others are spread: only the bucket of the 1 000 may grow a chain.
        try (ChronicleBackend even = Backends.open(64L << 20, 5, -1)) {
            KeyHash hash = new KeyHash(5, 0xFF);
            StateTable table = even.openTable(SPEC);
            StateTable skewed;
            try (ChronicleBackend colliding = Backends.open(64L << 20, 5, 0xFF)) {
                skewed = colliding.openTable(SPEC);
                StatePane pane = skewed.openPane(0);
                long id = 0;
                for (int added = 0; added < 1_000; id++) {
                    OffHeap.putLong(key, id);
                    if (hash.of(key, 8) == 3) {
                        pane.acquire(key, 8);
                        added++;
                    }
                }
                for (int added = 0; added < 50_000; id++) {
                    OffHeap.putLong(key, id);
                    if (hash.of(key, 8) != 3) {
                        pane.acquire(key, 8);
                        added++;
                    }
                }
                assertEquals(51_000, pane.rowCount());
                fill(table.openPane(0), 51_000);
                // 256 hashes of 200 rows, and 1 000 in one: the index is at most twice that of spread keys.
                assertTrue(skewed.usedBytes() < 2 * table.usedBytes(), skewed.usedBytes() + " bytes");
            }
        }
    }

    @Test
    void shouldRedirectEveryEntryOfABucketThatSplitsLate() {
        // 3 000 keys whose hashes end in six zeros make the directory deep on one side; all others share the buckets
        // beside it until
        // these split, one bit at a time, after look-ups have filled the directory with shortcuts to them.
        KeyHash hash = new KeyHash(5);
        try (ChronicleBackend backend = Backends.open(64L << 20, 5, -1)) {
            StatePane pane = backend.openTable(SPEC).openPane(0);
            long[] ids = new long[12_000];
            int count = 0;
            for (long id = 0; count < 3_000; id++) {
                OffHeap.putLong(key, id);
                if ((hash.of(key, 8) & 63) == 0) {
                    ids[count++] = id;
                    OffHeap.putLong(pane.acquire(key, 8), id);
                }
            }
            for (long id = 0; count < ids.length; id++) {
                OffHeap.putLong(key, id);
                if ((hash.of(key, 8) & 63) != 0) {
                    ids[count++] = id;
                    OffHeap.putLong(pane.acquire(key, 8), id);
                    assertTrue(pane.created());
                }
            }
            for (long id : ids) {
                OffHeap.putLong(key, id);
                assertEquals(id, OffHeap.getLong(pane.acquire(key, 8)));
            }
            assertEquals(ids.length, pane.rowCount());
        }
    }

    private void fill(StatePane pane, int rows) {
        for (int row = 0; row < rows; row++) {
            OffHeap.putLong(key, row);
            OffHeap.putLong(pane.acquire(key, 8), row);
            assertTrue(pane.created());
        }
    }

    private void check(StatePane pane, int rows) {
        assertEquals(rows, pane.rowCount());
        long cursor = 0;
        for (int row = 0; row < rows; row++) {
            OffHeap.putLong(key, row);
            cursor = pane.next(cursor);
            assertEquals(pane.valueAt(cursor), pane.find(key, 8));
            assertEquals(row, OffHeap.getLong(pane.valueAt(cursor)));
        }
        OffHeap.putLong(key, rows);
        assertEquals(StatePane.NO_ROW, pane.find(key, 8));
    }
}
