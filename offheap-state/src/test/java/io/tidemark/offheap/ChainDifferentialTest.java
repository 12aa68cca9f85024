package io.tidemark.offheap;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tidemark.memory.OffHeap;
import io.tidemark.state.EntryTable;
import io.tidemark.state.SortedChain;
import io.tidemark.state.StateBackend;
import io.tidemark.state.StateImage;
import io.tidemark.state.TableSpec;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Many sorted chains in pages against sorted maps, with copies and restores at random moments. */
class ChainDifferentialTest {
    private static final long LIMIT = 64L << 20;
    private static final int HEAD_AT = 8;

    private final long key = OffHeap.allocate(8);
    private StateBackend backend;
    private EntryTable entries;
    private SortedChain chain;
    /** Amount by key and order, by owner; the order is part of the key: {@code key * SCALE + order}. */
    private Map<Integer, TreeMap<Long, Long>> expected = new HashMap<>();

    private static final long SCALE = 1_000_000;

    private void open() {
        backend = ChronicleState.withLimit(LIMIT).open();
        entries = backend.openEntries(new TableSpec("join", "rows", 16, 8));
        chain = new SortedChain(entries, 8);
    }

    @ParameterizedTest
    @CsvSource({
        // seed, owners, spread of keys, operations
        "1, 1, 5000, 60000",
        "2, 300, 500, 100000",
        "3, 20, 3, 60000",
    })
    void shouldHoldWhatSortedMapsHold(long seed, int owners, int spread, int operations) {
        Random random = new Random(seed);
        open();
        StateImage image = backend.copy();
        Map<Integer, TreeMap<Long, Long>> then = copyOf(expected);
        for (int operation = 0; operation < operations; operation++) {
            step(random, random.nextInt(owners), random.nextInt(spread) + operation / 20, operation);
            int rare = random.nextInt(5_000);
            if (rare == 0) {
                image = backend.copy();
                then = copyOf(expected);
            } else if (rare == 1) {
                if (random.nextBoolean()) {
                    backend.close();
                    open();
                }
                backend.restore(image);
                expected = copyOf(then);
                expected.forEach(this::compare);
            }
        }
        expected.forEach(this::compare);
        for (int owner : expected.keySet()) {
            chain.removeFirst(slot(owner), Integer.MAX_VALUE);
        }
        assertEquals(0, entries.blockCount());
        backend.close();
        OffHeap.free(key);
    }

    private static Map<Integer, TreeMap<Long, Long>> copyOf(Map<Integer, TreeMap<Long, Long>> chains) {
        Map<Integer, TreeMap<Long, Long>> copy = new HashMap<>();
        chains.forEach((owner, nodes) -> copy.put(owner, new TreeMap<>(nodes)));
        return copy;
    }

    private long slot(int owner) {
        OffHeap.putLong(key, owner);
        return entries.valueForUpdate(entries.acquire(key, 8)) + HEAD_AT;
    }

    private void step(Random random, int owner, long at, long order) {
        TreeMap<Long, Long> nodes = expected.computeIfAbsent(owner, missing -> new TreeMap<>());
        long slot = slot(owner);
        long head = OffHeap.getLong(slot);
        long found = chain.floor(head, at);
        Map.Entry<Long, Long> floor = nodes.floorEntry(at * SCALE + SCALE - 1);
        assertEquals(floor == null ? -1 : floor.getKey(), found == SortedChain.NONE ? -1 : placeOf(found));
        if (random.nextInt(100) < 55 || found == SortedChain.NONE) {
            long amount = random.nextLong();
            OffHeap.putLong(chain.payloadForUpdate(chain.insert(slot, at, order)), amount);
            nodes.put(at * SCALE + order, amount);
        } else if (random.nextInt(3) == 0) {
            chain.remove(slot, found);
            nodes.remove(floor.getKey());
        } else {
            assertEquals(1, chain.removeFirst(slot, 1));
            nodes.pollFirstEntry();
        }
    }

    private long placeOf(long node) {
        return chain.key(node) * SCALE + chain.order(node);
    }

    private void compare(int owner, TreeMap<Long, Long> nodes) {
        long head = OffHeap.getLong(slot(owner));
        assertEquals(nodes.size(), chain.size(head));
        long node = chain.first(head);
        for (Map.Entry<Long, Long> entry : nodes.entrySet()) {
            assertEquals(entry.getKey(), placeOf(node));
            assertEquals(entry.getValue(), OffHeap.getLong(chain.payload(node)));
            node = chain.next(node);
        }
        assertEquals(SortedChain.NONE, node);
        node = chain.last(head);
        for (long place : nodes.descendingKeySet()) {
            assertEquals(place, placeOf(node));
            node = chain.previous(node);
        }
        assertEquals(SortedChain.NONE, node);
    }
}
