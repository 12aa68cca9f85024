package io.tidemark.operator.aggregate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tidemark.memory.OffHeap;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Numbers of keys against a map, with panes whose memory is overwritten when they go. */
class KeyNumbersTest {
    private static final long SEED = 20_261_201;
    private static final int KEY_BYTES = 40;
    private static final int MOST_ROWS = 64;

    private final KeyNumbers numbers = new KeyNumbers();
    private final TreeMap<Long, Pane> panes = new TreeMap<>();
    /** Freed at the end, so that what was overwritten stays so. */
    private final List<Pane> gone = new ArrayList<>();

    @AfterEach
    void close() {
        panes.values().forEach(pane -> OffHeap.free(pane.memory));
        gone.forEach(pane -> OffHeap.free(pane.memory));
        numbers.close();
    }

    @Test
    void shouldGiveEachKeyOneNumberWhilePanesThatHoldItComeAndGo() {
        Random random = new Random(SEED);
        int most = 0;
        for (int step = 0; step < 4_000; step++) {
            // Keys wander, so that old ones vanish; now and then the pane is an older one than those that are there.
            long id = step - random.nextInt(6);
            int from = step / 10;
            int rows = random.nextInt(MOST_ROWS / 4);
            for (int row = 0; row < rows; row++) {
                add(id, from + random.nextInt(60));
            }
            most = Math.max(most, requireRight());
            while (panes.size() > 8) {
                removeFirst();
                requireRight();
            }
        }
        assertTrue(numbers.given() <= most, numbers.given() + " numbers for at most " + most + " keys at once");
        while (!panes.isEmpty()) {
            removeFirst();
        }
        assertEquals(0, numbers.count());
    }

    @Test
    void shouldFindAKeyInTheNewestPaneAlsoAfterALateRowInAnOlderOne() {
        int number = add(20, 7);
        assertEquals(number, add(10, 7));
        removeFirst();
        assertEquals(number, add(30, 7));
        assertEquals(1, numbers.count());
        removeFirst();
        assertEquals(number, add(40, 7));
        assertEquals(1, numbers.count());
    }

    @Test
    void shouldUseANumberAgainWhenTheLastPaneThatHoldsItsKeyIsGone() {
        int first = add(1, 100);
        int second = add(1, 101);
        assertEquals(second, add(2, 101));
        removeFirst();
        assertEquals(1, numbers.count());
        assertEquals(first, add(3, 102));
        assertEquals(2, numbers.given());
    }

    @Test
    void shouldGrowAndKeepNumbers() {
        Set<Integer> given = new HashSet<>();
        for (int pane = 0; pane < 100; pane++) {
            for (int row = 0; row < MOST_ROWS; row++) {
                given.add(add(pane, pane * MOST_ROWS + row));
            }
        }
        assertEquals(100 * MOST_ROWS, given.size());
        requireRight();
        numbers.clear();
        assertEquals(0, numbers.count());
        panes.values().forEach(pane -> pane.numbers.clear());
        assertEquals(0, add(100, 5));
    }

    @Test
    void shouldTellKeysApartThatDifferOnlyInLength() {
        assertNotEquals(add(1, -8), add(1, -16));
        assertEquals(add(2, -16), add(3, -16));
    }

    /** Keys with a number in the model; each has the same one in all panes, and no two keys have one. */
    private int requireRight() {
        Map<Long, Integer> model = new HashMap<>();
        for (Pane pane : panes.values()) {
            pane.numbers.forEach((key, number) -> {
                Integer other = model.putIfAbsent(key, number);
                assertTrue(other == null || other.equals(number), "seed " + SEED + ", key " + key);
            });
        }
        assertEquals(model.size(), new HashSet<>(model.values()).size(), "seed " + SEED);
        assertEquals(model.size(), numbers.count(), "seed " + SEED);
        return model.size();
    }

    private int add(long id, long key) {
        Pane pane = panes.computeIfAbsent(id, any -> new Pane());
        Integer there = pane.numbers.get(key);
        if (there != null) {
            return there;
        }
        int number = numbers.take(pane.write(key), bytes(key), id);
        pane.numbers.put(key, number);
        return number;
    }

    /** Keys below 0 are zeros of that length; others have lengths of their own. */
    private static int bytes(long key) {
        return key < 0 ? (int) -key : 8 + 8 * (int) (key % 4);
    }

    private void removeFirst() {
        Pane pane = panes.pollFirstEntry().getValue();
        pane.numbers.values().forEach(numbers::giveBack);
        for (long at = 0; at < MOST_ROWS * KEY_BYTES; at += 8) {
            OffHeap.putLong(pane.memory + at, ~at);
        }
        gone.add(pane);
    }

    private static final class Pane {
        private final long memory = OffHeap.allocate(MOST_ROWS * KEY_BYTES);
        private final Map<Long, Integer> numbers = new HashMap<>();
        private final List<Long> keys = new ArrayList<>();

        long write(long key) {
            long address = memory + (long) keys.size() * KEY_BYTES;
            keys.add(key);
            for (int at = 0; at < bytes(key); at += 8) {
                OffHeap.putLong(address + at, key < 0 ? 0 : key);
            }
            return address;
        }
    }
}
