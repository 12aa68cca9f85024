package io.tidemark.accumulator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tidemark.memory.OffHeap;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Sets in blocks: large ones, ones whose hashes collide, and that every block is given back. */
class DistinctSetTest {
    private static final int MAX_BLOCK = 2048;

    @Test
    void shouldHoldAMillionWordsInBlocksOfTwoKibibytes() {
        try (CountingStore store = new CountingStore()) {
            long value = OffHeap.allocate(8 + DistinctSet.BYTES);
            DistinctSet set = new DistinctSet(8, 0, true, 0);
            for (long i = 0; i < 1_000_000; i++) {
                long word = i * i - 500;
                assertFalse(set.hasWord(value, store, word));
                set.addWord(value, store, word);
            }
            assertEquals(1_000_000, set.count(value));
            assertTrue(store.greatest() <= MAX_BLOCK, store.greatest() + " bytes in a block");
            assertTrue(store.live() < 24L << 20, store.live() + " bytes");
            for (long i = 0; i < 1_000_000; i++) {
                assertTrue(set.hasWord(value, store, i * i - 500));
            }
            assertFalse(set.hasWord(value, store, 2));
            long[] seen = new long[2];
            set.forEach(value, store, (hash, word) -> {
                seen[0]++;
                seen[1] += word;
            });
            assertEquals(1_000_000, seen[0]);
            assertEquals(333332833333500000L - 500_000_000L, seen[1]);
            set.release(value, store);
            assertEquals(0, store.live());
            OffHeap.free(value);
        }
    }

    @Test
    void shouldTellValuesApartWhoseHashesAreEqual() {
        Random random = new Random(7);
        long value = OffHeap.allocate(8 + DistinctSet.BYTES);
        long bytes = OffHeap.allocate(8);
        // Hashes that differ in no bit, in the low bits only, and in the high bits only.
        long[][] hashes = {{0x1234}, {0, 1, 2, 3}, {0, 1L << 63, 1L << 62, 1L << 29, 1L << 30}};
        for (long[] some : hashes) {
            try (CountingStore store = new CountingStore()) {
                OffHeap.zero(value, 8 + DistinctSet.BYTES);
                DistinctSet set = new DistinctSet(8, 0, false, 16);
                Set<Long> expected = new HashSet<>();
                for (int i = 0; i < 3000; i++) {
                    long word = random.nextInt(2000);
                    OffHeap.putLong(bytes, word);
                    long hash = some[(int) (word % some.length)];
                    long found = set.find(value, store, hash, bytes, 8);
                    assertEquals(expected.contains(word), found != 0);
                    if (expected.add(word)) {
                        long made = set.addBytes(value, store, hash, bytes, 8);
                        assertEquals(made, set.find(value, store, hash, bytes, 8));
                    }
                }
                assertEquals(expected.size(), set.count(value));
                Set<Long> visited = new HashSet<>();
                set.forEach(
                        value,
                        store,
                        (hash, reference) -> visited.add(OffHeap.getLong(store.bytes(reference) + 16 + Integer.BYTES)));
                assertEquals(expected, visited);
                set.release(value, store);
                assertEquals(0, store.live());
            }
        }
        OffHeap.free(value);
        OffHeap.free(bytes);
    }
}
