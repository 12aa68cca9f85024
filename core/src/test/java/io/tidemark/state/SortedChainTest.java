package io.tidemark.state;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.memory.OffHeap;
import io.tidemark.state.heap.HeapState;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SortedChainTest {
    private static final long NONE = SortedChain.NONE;

    private final StateBackend backend = HeapState.withLimit(1 << 24).open();
    private final EntryTable entries = new StateRegistry(backend, "join").entries("rows", 16, 8);
    private final SortedChain chain = new SortedChain(entries, 16);
    private final long key = OffHeap.allocate(8);
    private final long slot = entries.valueForUpdate(entries.acquire(key, 8)) + 8;

    /** What a chain should hold: node and amount by key and order. */
    private record At(long key, long order) implements Comparable<At> {
        @Override
        public int compareTo(At other) {
            return key != other.key ? Long.compare(key, other.key) : Long.compare(order, other.order);
        }
    }

    private record Node(long reference, long amount) {}

    private final TreeMap<At, Node> expected = new TreeMap<>();

    @AfterEach
    void close() {
        backend.close();
        OffHeap.free(key);
    }

    private long head() {
        return OffHeap.getLong(slot);
    }

    private void insert(long at, long order, long amount) {
        long node = chain.insert(slot, at, order);
        assertEquals(0, OffHeap.getLong(chain.payload(node)));
        OffHeap.putLong(chain.payloadForUpdate(node) + 8, amount);
        assertEquals(null, expected.put(new At(at, order), new Node(node, amount)));
    }

    private void remove(At at) {
        chain.remove(slot, expected.remove(at).reference());
    }

    private static long reference(Map.Entry<At, Node> entry) {
        return entry == null ? NONE : entry.getValue().reference();
    }

    private void compareSearches(long at) {
        assertEquals(reference(expected.floorEntry(new At(at, Long.MAX_VALUE))), chain.floor(head(), at), "floor");
        assertEquals(reference(expected.lowerEntry(new At(at, Long.MIN_VALUE))), chain.lower(head(), at), "lower");
        assertEquals(
                reference(expected.ceilingEntry(new At(at, Long.MIN_VALUE))), chain.ceiling(head(), at), "ceiling");
        assertEquals(reference(expected.higherEntry(new At(at, Long.MAX_VALUE))), chain.higher(head(), at), "higher");
    }

    private void compareAll() {
        assertEquals(expected.size(), chain.size(head()));
        assertEquals(reference(expected.firstEntry()), chain.first(head()));
        assertEquals(reference(expected.lastEntry()), chain.last(head()));
        long previous = NONE;
        long node = chain.first(head());
        for (Map.Entry<At, Node> entry : expected.entrySet()) {
            assertEquals(entry.getValue().reference(), node);
            assertEquals(entry.getKey(), new At(chain.key(node), chain.order(node)));
            assertEquals(entry.getValue().amount(), OffHeap.getLong(chain.payload(node) + 8));
            assertEquals(previous, chain.previous(node));
            previous = node;
            node = chain.next(node);
        }
        assertEquals(NONE, node);
    }

    @ParameterizedTest
    @CsvSource({
        // seed, operations, spread of keys, disorder of keys: 0 is random, inserts of 100 operations
        "1, 20000, 10, 0, 52",
        "2, 20000, 1000000, 0, 60",
        "3, 40000, 1000000, 50, 55",
        "4, 40000, 1000000, 1, 75",
        "5, 20000, 3, 0, 40",
    })
    void shouldHoldWhatASortedMapHolds(long seed, int operations, int spread, int disorder, int inserts) {
        Random random = new Random(seed);
        for (int operation = 0; operation < operations; operation++) {
            long at = disorder == 0 ? random.nextInt(spread) : operation + random.nextInt(disorder);
            if (random.nextInt(100) < inserts) {
                insert(at, operation, random.nextLong());
            } else if (!expected.isEmpty()) {
                At found = expected.floorKey(new At(at, random.nextInt(operations)));
                remove(found == null || random.nextBoolean() ? expected.firstKey() : found);
            }
            compareSearches(at + random.nextInt(5) - 2);
            if (operation % 1000 == 0) {
                compareAll();
            }
        }
        compareAll();
        assertEquals(expected.size(), chain.removeFirst(slot, Integer.MAX_VALUE));
        assertEquals(NONE, head());
        assertEquals(0, entries.blockCount());
    }

    @Test
    void shouldAnswerForAnEmptyChain() {
        compareAll();
        compareSearches(0);
        assertEquals(0, chain.removeFirst(slot, 5));
        assertEquals(0, chain.size(NONE));
    }

    @Test
    void shouldKeepTheExtremeKeysApart() {
        insert(Long.MAX_VALUE, Long.MAX_VALUE, 1);
        insert(Long.MIN_VALUE, 0, 2);
        insert(Long.MAX_VALUE, Long.MIN_VALUE, 3);
        insert(0, 0, 4);
        compareAll();
        for (long at : new long[] {Long.MIN_VALUE, Long.MIN_VALUE + 1, 0, Long.MAX_VALUE - 1}) {
            compareSearches(at);
        }
        assertEquals(chain.last(head()), chain.floor(head(), Long.MAX_VALUE));
        assertEquals(NONE, chain.higher(head(), Long.MAX_VALUE));
    }

    @Test
    void shouldMoveAKeyBetweenItsNeighboursOnly() {
        insert(10, 1, 1);
        insert(20, 2, 2);
        insert(30, 3, 3);
        long middle = chain.ceiling(head(), 20);
        chain.rekey(middle, 11, 7);
        assertEquals(11, chain.key(middle));
        assertEquals(7, chain.order(middle));
        assertEquals(middle, chain.floor(head(), 29));
        assertThrows(TidemarkException.class, () -> chain.rekey(middle, 10, 1));
        assertThrows(TidemarkException.class, () -> chain.rekey(middle, 31, 0));
    }

    @Test
    void shouldRefuseTheSamePlaceTwiceAndNodesOfOtherChains() {
        insert(10, 1, 1);
        TidemarkException twice = assertThrows(TidemarkException.class, () -> chain.insert(slot, 10, 1));
        assertEquals(ErrorCode.STATE_CORRUPT, twice.code());
        long other = chain.insert(slot - 8, 10, 1);
        assertThrows(TidemarkException.class, () -> chain.remove(slot, other));
        compareAll();
    }

    @Test
    void shouldChangeNothingWhenThereIsNoRoom() {
        // Some of the limits leave room for the node, but not for the higher head that it needs.
        for (int limit = 16; limit < 3_000; limit += 8) {
            try (StateBackend small = HeapState.withLimit(limit).open()) {
                EntryTable few = small.openEntries(new TableSpec("join", "few", 8, 8));
                fillAndEmpty(small, few);
            }
        }
    }

    private void fillAndEmpty(StateBackend small, EntryTable few) {
        SortedChain full = new SortedChain(few, 0);
        long first = few.valueForUpdate(few.acquire(key, 8));
        int inserted = 0;
        boolean refused = false;
        while (!refused) {
            long head = OffHeap.getLong(first);
            long used = small.usedBytes();
            try {
                full.insert(first, -inserted, 0);
                inserted++;
            } catch (TidemarkException limit) {
                assertEquals(ErrorCode.STATE_LIMIT_EXCEEDED, limit.code());
                assertEquals(used, small.usedBytes());
                assertEquals(head, OffHeap.getLong(first));
                refused = true;
            }
        }
        assertEquals(inserted, full.size(OffHeap.getLong(first)));
        assertEquals(inserted, full.removeFirst(first, 1_000));
        assertEquals(0, few.blockCount());
    }
}
