package io.tidemark.offheap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.memory.OffHeap;
import io.tidemark.state.KeyLog;
import io.tidemark.state.StateBackend;
import io.tidemark.state.StateImage;
import io.tidemark.state.TableSpec;
import io.tidemark.state.heap.HeapState;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Logs of rows with keys of both backends against a plain map: what is not due is there, once, as it was written. */
class KeyLogTest {
    private static final long LIMIT = 64L << 20;
    private static final int[] MASKS = {-1, -1, 0xF, 0xFFFF_0000, 0x0101_0101, 0};

    /** What has to be in the log. */
    private record Row(long dueNs, long value) {}

    private record Moment(Map<Long, Row> rows, long watermark, StateImage image) {}

    private static final class Trial implements AutoCloseable {
        private final Random random;
        private final TableSpec spec;
        private final int keys;
        private final int spread;
        private final int mask;
        private final boolean paged;
        private final RecordedSnapshots files = new RecordedSnapshots();
        private final long key = OffHeap.allocate(128);
        private StateBackend backend;
        private KeyLog log;
        private Map<Long, Row> rows = new HashMap<>();
        private Map<Long, Row> published;
        private long publishedWatermark;
        private Moment moment;
        private long watermark;
        private long clock;

        Trial(long seed, TableSpec spec, int keys, int spread, int mask, boolean paged) {
            random = new Random(seed);
            this.spec = spec;
            this.keys = keys;
            this.spread = spread;
            this.mask = mask;
            this.paged = paged;
            open();
        }

        private void open() {
            backend = paged
                    ? Backends.open(LIMIT, random.nextLong(), mask)
                    : HeapState.withLimit(LIMIT).open();
            log = backend.openKeyLog(spec);
            if (paged) {
                backend.snapshots().track();
            }
        }

        void run(int operations) {
            for (int operation = 0; operation < operations; operation++) {
                add(random.nextInt(keys));
                if (random.nextInt(3) == 0) {
                    log.drop(watermark, 1 + random.nextInt(5));
                }
                if (random.nextInt(1_500) == 0) {
                    rare();
                }
            }
            compare();
            while (log.drop(Long.MAX_VALUE, 100) > 0) {
                // Lets go of everything.
            }
            assertEquals(0, log.rowCount());
            assertEquals(KeyLog.NONE, log.next(KeyLog.NONE));
            rows.clear();
            add(1);
            assertEquals(1, log.rowCount());
        }

        private int key(long number) {
            int bytes = spec.keyBytes() == TableSpec.VARIABLE ? 8 + (int) (number * 7 % 12) * 8 : spec.keyBytes();
            for (int offset = 0; offset < bytes; offset += 8) {
                OffHeap.putLong(key + offset, offset == bytes - 8 ? number : number & 3);
            }
            return bytes;
        }

        private void add(long number) {
            clock++;
            int bytes = key(number);
            long found = log.find(key, bytes);
            Row expected = rows.get(number);
            if (expected != null && expected.dueNs() > watermark) {
                check(expected, found, number);
                return;
            }
            assertTrue(found == KeyLog.NONE || log.dueNs(found) <= watermark, "a row that is not there");
            long far = random.nextInt(2_000) == 0 ? 1_000_000 : 0;
            Row row = new Row(Math.max(clock, watermark) + 1 + random.nextInt(spread) + far, random.nextLong());
            long at = log.append(key, bytes, row.dueNs());
            for (int offset = 0; offset < spec.valueBytes(); offset += 8) {
                assertEquals(0, OffHeap.getLong(log.value(at) + offset));
                OffHeap.putLong(log.valueForUpdate(at, offset, 8) + offset, row.value() + offset);
            }
            rows.put(number, row);
            watermark = Math.max(watermark, clock - random.nextInt(spread));
        }

        private void check(Row expected, long found, long number) {
            assertTrue(log.isThere(found), "key " + number);
            assertEquals(expected.dueNs(), log.dueNs(found));
            for (int offset = 0; offset < spec.valueBytes(); offset += 8) {
                assertEquals(expected.value() + offset, OffHeap.getLong(log.value(found) + offset));
            }
            assertEquals(number, OffHeap.getLong(log.key(found) + log.keyBytes(found) - 8));
        }

        private void compare() {
            Set<Long> seen = new HashSet<>();
            int count = 0;
            for (long row = log.next(KeyLog.NONE); row != KeyLog.NONE; row = log.next(row)) {
                count++;
                long number = OffHeap.getLong(log.key(row) + log.keyBytes(row) - 8);
                if (log.dueNs(row) > watermark) {
                    check(rows.get(number), row, number);
                    assertTrue(seen.add(number));
                }
            }
            assertEquals(count, log.rowCount());
            rows.values().removeIf(row -> row.dueNs() <= watermark);
            assertEquals(rows.keySet(), seen);
            rows.forEach((number, row) -> check(row, log.find(key, key(number)), number));
        }

        private void rare() {
            switch (random.nextInt(5)) {
                case 0 -> compare();
                case 1 -> moment = new Moment(new HashMap<>(rows), watermark, backend.copy());
                case 2 -> restore();
                case 3 -> publish();
                default -> crash();
            }
        }

        private void restore() {
            if (moment != null) {
                backend.restore(moment.image());
                rows = new HashMap<>(moment.rows());
                watermark = moment.watermark();
                published = null;
                compare();
            }
        }

        private void publish() {
            if (!paged) {
                return;
            }
            files.start(backend.snapshots());
            Map<Long, Row> then = new HashMap<>(rows);
            long watermarkThen = watermark;
            while (!backend.snapshots().complete()) {
                backend.snapshots().sweep(1 + random.nextInt(3));
                add(random.nextInt(keys));
                log.drop(watermark, 3);
            }
            files.publish(backend.snapshots());
            published = then;
            publishedWatermark = watermarkThen;
        }

        private void crash() {
            if (published == null) {
                return;
            }
            backend.close();
            open();
            files.load(backend.snapshots());
            rows = new HashMap<>(published);
            watermark = publishedWatermark;
            moment = null;
            compare();
        }

        @Override
        public void close() {
            backend.close();
            OffHeap.free(key);
        }
    }

    @Property(tries = 60)
    void shouldHoldWhatIsNotDueForAnyShape(
            @ForAll long seed,
            @ForAll @IntRange(max = 40) int valueWords,
            @ForAll @IntRange(max = 12) int keyWords,
            @ForAll @IntRange(min = 2, max = 3_000) int keys,
            @ForAll @IntRange(min = 1, max = 4_000) int spread,
            @ForAll @IntRange(max = 5) int mask,
            @ForAll boolean paged,
            @ForAll @IntRange(min = 1, max = 20_000) int operations) {
        int keyBytes = keyWords == 0 ? TableSpec.VARIABLE : keyWords * 8;
        try (Trial trial = new Trial(
                seed, new TableSpec("a", "log", valueWords * 8, keyBytes), keys, spread, MASKS[mask], paged)) {
            trial.run(operations);
        }
    }

    @ParameterizedTest
    @CsvSource({
        // seed, value bytes, key bytes, keys, spread of due times, bits of the hash, operations
        "21, 0, 8, 2000000, 100000, -1, 600000",
        "22, 48, 16, 100000, 30000, -1, 300000",
        "23, 1000, -1, 300000, 900, 65535, 60000",
        "24, 8, 24, 3000, 20000, 7, 60000",
    })
    void shouldHoldWhatIsNotDueInALongRun(
            long seed, int valueBytes, int keyBytes, int keys, int spread, int mask, int operations) {
        try (Trial trial = new Trial(seed, new TableSpec("a", "log", valueBytes, keyBytes), keys, spread, mask, true)) {
            trial.run(operations);
        }
    }

    /** More pages come and go than there are sequence numbers in the ring, behind one that stays. */
    /** More rows than are indexed one by one after a restore; each key has several, of which the last one that is due last is found. */
    @Test
    void shouldFindTheSameRowsAfterARestoreOfMany() {
        long key = OffHeap.allocate(16);
        try (ChronicleBackend backend = Backends.open(LIMIT, 11, -1)) {
            KeyLog log = backend.openKeyLog(new TableSpec("a", "log", 8, 16));
            int keys = 50_000;
            for (int number = 0; number < 3 * keys; number++) {
                OffHeap.putLong(key, number % keys);
                long found = log.find(key, 16);
                // The second row of a key is due first, the third with the first one.
                long due = number / keys == 1 ? 5 : 9;
                long row = found != KeyLog.NONE && log.dueNs(found) > due
                        ? log.appendBehind(key, 16, due)
                        : log.append(key, 16, due);
                OffHeap.putLong(log.value(row), number);
            }
            backend.restore(backend.copy());
            for (int number = 0; number < keys; number++) {
                OffHeap.putLong(key, number);
                long found = log.find(key, 16);
                assertEquals(9, log.dueNs(found), "key " + number);
                assertEquals(2L * keys + number, OffHeap.getLong(log.value(found)), "key " + number);
            }
            OffHeap.putLong(key, keys);
            assertEquals(KeyLog.NONE, log.find(key, 16));
        } finally {
            OffHeap.free(key);
        }
    }

    @Test
    void shouldReuseSequenceNumbersAndNotMeetOldRows() {
        long key = OffHeap.allocate(8);
        try (ChronicleBackend backend = Backends.open(4L << 20, 7, -1)) {
            KeyLog log = backend.openKeyLog(new TableSpec("a", "log", 16_000, 8));
            OffHeap.putLong(key, -1);
            log.find(key, 8);
            log.append(key, 8, Long.MAX_VALUE - 1);
            for (long number = 0; number < 3L * PageRef.MAX_PAGES; number++) {
                OffHeap.putLong(key, number % 1_000);
                long found = log.find(key, 8);
                assertTrue(found == KeyLog.NONE || log.dueNs(found) <= number, "key " + number);
                log.append(key, 8, number + 50);
                log.drop(number, 2);
            }
            assertTrue(log.rowCount() < 120, "rows " + log.rowCount());
            OffHeap.putLong(key, -1);
            assertEquals(Long.MAX_VALUE - 1, log.dueNs(log.find(key, 8)));
        } finally {
            OffHeap.free(key);
        }
    }

    @Test
    void shouldRefuseWhatDoesNotFit() {
        long key = OffHeap.allocate(32_768);
        try (ChronicleBackend backend = Backends.open(4L << 20, 7, -1)) {
            KeyLog log = backend.openKeyLog(new TableSpec("a", "log", 0, TableSpec.VARIABLE));
            log.find(key, 20_000);
            TidemarkException large = assertThrows(TidemarkException.class, () -> log.append(key, 20_000, 1));
            assertEquals(ErrorCode.ROW_TOO_LARGE, large.code());
            TidemarkException full = assertThrows(TidemarkException.class, () -> {
                for (long number = 0; ; number++) {
                    OffHeap.putLong(key, number);
                    log.find(key, 4_000);
                    log.append(key, 4_000, 1);
                }
            });
            assertEquals(ErrorCode.STATE_LIMIT_EXCEEDED, full.code());
            assertFalse(log.rowCount() == 0);
            while (log.drop(1, 10) > 0) {
                // Lets go of everything.
            }
            log.find(key, 4_000);
            log.append(key, 4_000, 1);
            assertEquals(1, log.rowCount());
        } finally {
            OffHeap.free(key);
        }
    }
}
