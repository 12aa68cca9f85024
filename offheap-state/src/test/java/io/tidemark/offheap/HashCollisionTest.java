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
            table.pane(0).seal(0, 0, 0);
            assertTrue(table.pane(0).free(1_000));
            assertEquals(0, table.usedBytes());
            fill(table.openPane(1), rows);
            check(table.pane(1), rows);
        }
    }

    @Test
    void shouldNotTakeAnEmptySlotForARowWithHashZero() {
        // An empty slot reads as hash 0 and reference 0, and there the scalars lie: made to look like a row with the
        // wanted key.
        KeyHash hash = new KeyHash(5, 1);
        try (ChronicleBackend backend = Backends.open(64L << 20, 5, 1)) {
            long one = idWithHash(hash, 1);
            long zero = idWithHash(hash, 0);
            backend.openScalar("sum", "value", 0);
            backend.openScalar("sum", "key", zero);
            StatePane pane = backend.openTable(SPEC).openPane(0);
            OffHeap.putLong(key, one);
            pane.acquire(key, 8);
            OffHeap.putLong(key, zero);
            assertEquals(StatePane.NO_ROW, pane.find(key, 8));
        }
    }

    private long idWithHash(KeyHash hash, int wanted) {
        long id = 1;
        OffHeap.putLong(key, id);
        while (hash.of(key, 8) != wanted) {
            OffHeap.putLong(key, ++id);
        }
        return id;
    }

    @Test
    void shouldSplitAwayFromKeysThatCannotBeSplit() {
        // 1 000 keys have one of 256 hashes and fill a chain; then 50 000 keys come with the others and split it.
        KeyHash hash = new KeyHash(5, 0xFF);
        try (ChronicleBackend even = Backends.open(64L << 20, 5, -1);
                ChronicleBackend colliding = Backends.open(64L << 20, 5, 0xFF)) {
            StateTable skewed = colliding.openTable(SPEC);
            StatePane pane = skewed.openPane(0);
            long[] ids = new long[51_000];
            int count = 0;
            for (long id = 0; count < ids.length; id++) {
                OffHeap.putLong(key, id);
                if ((hash.of(key, 8) == 3) == (count < 1_000)) {
                    ids[count++] = id;
                    OffHeap.putLong(pane.acquire(key, 8), id);
                    assertTrue(pane.created());
                }
            }
            for (long id : ids) {
                OffHeap.putLong(key, id);
                assertEquals(id, OffHeap.getLong(pane.find(key, 8)));
            }
            StateTable table = even.openTable(SPEC);
            fill(table.openPane(0), ids.length);
            // 255 hashes of 196 rows and one of 1 000: the index is at most twice that of spread keys.
            assertTrue(skewed.usedBytes() < 2 * table.usedBytes(), skewed.usedBytes() + " bytes");
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
