package io.tidemark.offheap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.memory.OffHeap;
import io.tidemark.state.EntryTable;
import io.tidemark.state.StateBackend;
import io.tidemark.state.StateBackendFactory;
import io.tidemark.state.StateImage;
import io.tidemark.state.TableSpec;
import io.tidemark.state.TimeIndex;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/** Entries, blocks and records twice: in the backend under test and in the reference. Every call compares what both answer. */
final class EntryPair implements AutoCloseable {
    private static final int DEAD_KEPT = 50;

    private final StateBackendFactory factory;
    private final TableSpec spec;
    private final StateBackend expected;
    private final EntryTable expectedEntries;
    private final TimeIndex expectedTimes;
    private StateBackend actual;
    private EntryTable actualEntries;
    private TimeIndex actualTimes;
    private Names entries = new Names();
    private Names blocks = new Names();
    private final List<Long> deadEntries = new ArrayList<>();
    private final List<Long> deadBlocks = new ArrayList<>();

    /** References in the reference backend, in a list to choose from, and what stands for them in the other one. */
    private static final class Names {
        private final Map<Long, Long> actual = new HashMap<>();
        private final List<Long> all = new ArrayList<>();

        void add(long expected, long name) {
            assertEquals(null, actual.put(expected, name));
            all.add(expected);
        }

        long any(Random random) {
            return all.get(random.nextInt(all.size()));
        }

        long drop(long expected) {
            int at = all.indexOf(expected);
            all.set(at, all.get(all.size() - 1));
            all.remove(all.size() - 1);
            return actual.remove(expected);
        }

        Names copy() {
            Names copy = new Names();
            all.forEach(name -> copy.add(name, actual.get(name)));
            return copy;
        }
    }

    /** A moment to go back to. */
    record Moment(StateImage expected, StateImage actual, Names entries, Names blocks) {}

    EntryPair(StateBackendFactory reference, StateBackendFactory factory, TableSpec spec) {
        this.factory = factory;
        this.spec = spec;
        expected = reference.open();
        expectedEntries = expected.openEntries(spec);
        expectedTimes = expected.openTimeIndex("pair", "due");
        openActual(factory.open());
    }

    private void openActual(StateBackend backend) {
        actual = backend;
        actualEntries = actual.openEntries(spec);
        actualTimes = actual.openTimeIndex("pair", "due");
    }

    void acquire(long key, int keyBytes, long delta) {
        long left = expectedEntries.acquire(key, keyBytes);
        long right = actualEntries.acquire(key, keyBytes);
        assertEquals(expectedEntries.created(), actualEntries.created(), "created");
        if (actualEntries.created()) {
            entries.add(left, right);
        }
        assertEquals(entries.actual.get(left), right, "reference");
        requireSameEntry(left, right);
        for (int offset = 0; offset < spec.valueBytes(); offset += 24) {
            add(expectedEntries.valueForUpdate(left) + offset, delta);
            add(actualEntries.valueForUpdate(right) + offset, delta);
        }
    }

    private static void add(long address, long delta) {
        OffHeap.putLong(address, OffHeap.getLong(address) + delta);
    }

    void find(long key, int keyBytes) {
        long left = expectedEntries.find(key, keyBytes);
        long right = actualEntries.find(key, keyBytes);
        assertEquals(left == EntryTable.NONE ? EntryTable.NONE : entries.actual.get(left), right, "find");
    }

    void removeKey(long key, int keyBytes) {
        long left = expectedEntries.find(key, keyBytes);
        if (left != EntryTable.NONE) {
            removeEntry(left);
        }
    }

    private void removeEntry(long left) {
        long right = entries.drop(left);
        expectedEntries.remove(left);
        actualEntries.remove(right);
        remember(deadEntries, right);
    }

    private static void remember(List<Long> dead, long reference) {
        if (dead.size() == DEAD_KEPT) {
            dead.remove(0);
        }
        dead.add(reference);
    }

    boolean hasBlocks() {
        return !blocks.all.isEmpty();
    }

    void allocate(int bytes) {
        long left = expectedEntries.allocate(bytes);
        long right = actualEntries.allocate(bytes);
        blocks.add(left, right);
        requireSameBlock(left, right);
    }

    void updateBlock(Random random, long delta) {
        long left = blocks.any(random);
        long right = blocks.actual.get(left);
        int longs = expectedEntries.blockBytes(left) / 8;
        if (longs > 0) {
            int at = random.nextInt(longs) * 8;
            add(expectedEntries.blockForUpdate(left, at, 8) + at, delta);
            add(actualEntries.blockForUpdate(right, at, 8) + at, delta);
        }
        requireSameBlock(left, right);
    }

    void freeBlock(Random random) {
        long left = blocks.any(random);
        requireSameBlock(left, blocks.actual.get(left));
        long right = blocks.drop(left);
        expectedEntries.free(left);
        actualEntries.free(right);
        remember(deadBlocks, right);
    }

    void addTime(long dueNs, long payload) {
        expectedTimes.add(dueNs, payload);
        actualTimes.add(dueNs, payload);
        requireSameFirst();
    }

    void removeTimes(int count) {
        for (int removed = 0; removed < count && expectedTimes.size() > 0; removed++) {
            expectedTimes.removeFirst();
            actualTimes.removeFirst();
            requireSameFirst();
        }
    }

    private void requireSameFirst() {
        assertEquals(expectedTimes.firstDueNs(), actualTimes.firstDueNs());
        assertEquals(expectedTimes.size(), actualTimes.size());
        if (expectedTimes.size() > 0) {
            assertEquals(expectedTimes.firstPayload(), actualTimes.firstPayload());
            assertEquals(expectedTimes.firstOrder(), actualTimes.firstOrder());
        }
    }

    Moment copy() {
        return new Moment(expected.copy(), actual.copy(), entries.copy(), blocks.copy());
    }

    /** Goes back, in place or in a backend that is opened anew. */
    void restore(Moment moment, boolean fresh) {
        expected.restore(moment.expected());
        if (fresh) {
            actual.close();
            openActual(factory.open());
        }
        actual.restore(moment.actual());
        goBack(moment);
    }

    /** A moment to go back to with {@link #attach}: the backend under test is not copied. */
    Moment mark() {
        return new Moment(expected.copy(), null, entries.copy(), blocks.copy());
    }

    /** Goes back in a new backend, in which it opens its tables; the state may be loaded before or after. */
    void attach(Moment moment, StateBackend backend) {
        openActual(backend);
        goBackWith(moment);
    }

    /** Goes back where the backend under test was put back already. */
    void goBackWith(Moment moment) {
        expected.restore(moment.expected());
        goBack(moment);
    }

    private void goBack(Moment moment) {
        entries = moment.entries().copy();
        blocks = moment.blocks().copy();
        deadEntries.clear();
        deadBlocks.clear();
    }

    /** Walks the backend under test and removes about one of {@code one} entries. */
    void removeWalking(Random random, int one) {
        Map<Long, Long> names = new HashMap<>();
        entries.actual.forEach((left, right) -> names.put(right, left));
        Set<Long> seen = new HashSet<>();
        for (long at = actualEntries.next(0); at != 0; at = actualEntries.next(at)) {
            assertTrue(seen.add(at), "walked twice");
            if (random.nextInt(one) == 0) {
                removeEntry(names.get(at));
                if (hasBlocks()) {
                    freeBlock(random);
                }
            }
        }
        assertEquals(names.keySet(), seen);
    }

    /** Compares everything. */
    void compare() {
        assertEquals(expectedEntries.rowCount(), actualEntries.rowCount());
        assertEquals(expectedEntries.blockCount(), actualEntries.blockCount());
        Set<Long> walked = new HashSet<>();
        for (long at = actualEntries.next(0); at != 0; at = actualEntries.next(at)) {
            assertTrue(walked.add(at), "walked twice");
        }
        assertEquals(new HashSet<>(entries.actual.values()), walked);
        entries.actual.forEach((left, right) -> {
            requireSameEntry(left, right);
            assertEquals(right, actualEntries.find(actualEntries.key(right), actualEntries.keyBytes(right)));
        });
        blocks.actual.forEach(this::requireSameBlock);
        requireSameFirst();
        for (long dead : deadEntries) {
            requireDead(() -> actualEntries.value(dead));
            requireDead(() -> actualEntries.remove(dead));
        }
        for (long dead : deadBlocks) {
            requireDead(() -> actualEntries.block(dead));
            requireDead(() -> actualEntries.free(dead));
        }
    }

    private static void requireDead(Runnable use) {
        assertEquals(
                ErrorCode.STATE_CORRUPT,
                assertThrows(TidemarkException.class, use::run).code());
    }

    private void requireSameEntry(long left, long right) {
        int keyBytes = expectedEntries.keyBytes(left);
        assertEquals(keyBytes, actualEntries.keyBytes(right));
        assertTrue(OffHeap.equal(expectedEntries.key(left), actualEntries.key(right), keyBytes), "key");
        assertTrue(OffHeap.equal(expectedEntries.value(left), actualEntries.value(right), spec.valueBytes()), "value");
    }

    private void requireSameBlock(long left, long right) {
        int bytes = expectedEntries.blockBytes(left);
        assertEquals(bytes, actualEntries.blockBytes(right));
        assertTrue(OffHeap.equal(expectedEntries.block(left), actualEntries.block(right), bytes), "block");
    }

    StateBackend actual() {
        return actual;
    }

    @Override
    public void close() {
        expected.close();
        actual.close();
    }
}
