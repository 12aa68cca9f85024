package io.tidemark.metrics.topkeys;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.tidemark.error.ErrorCode;
import io.tidemark.error.TidemarkException;
import io.tidemark.memory.OffHeap;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The sketch against exact counts. */
class TopKeysTest {
    private static final int SCRATCH_BYTES = 256;
    private static final long NEVER = Long.MAX_VALUE;

    private final long scratch = OffHeap.allocate(SCRATCH_BYTES);

    @AfterEach
    void free() {
        OffHeap.free(scratch);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void shouldBoundEveryCountAndMissNoFrequentKey(long seed) {
        int places = 20;
        int rows = 50_000;
        Map<String, Double> exact = new HashMap<>();
        try (TopKeys sketch = new TopKeys(places, NEVER, true)) {
            Random random = new Random(seed);
            for (int i = 0; i < rows; i++) {
                String key = skewed(random);
                exact.merge(key, 1.0, Double::sum);
                offer(sketch, key);
            }
            TopKeysView view = sketch.view(places);

            assertEquals(rows, view.rows());
            assertEquals(rows, view.keys().stream().mapToLong(TopKey::count).sum());
            assertBounds(view, exact, (double) rows / places, 0);
        }
    }

    @Test
    void shouldKeepTheBoundsUpToOneWhenCountsAreHalved() {
        int places = 20;
        long halveAt = 1000;
        Map<String, Double> exact = new HashMap<>();
        long rowsNow = 0;
        try (TopKeys sketch = new TopKeys(places, halveAt, true)) {
            Random random = new Random(7);
            for (int i = 0; i < 30_000; i++) {
                String key = skewed(random);
                exact.merge(key, 1.0, Double::sum);
                offer(sketch, key);
                if (++rowsNow >= halveAt) {
                    rowsNow /= 2;
                    exact.replaceAll((name, count) -> count / 2);
                }
            }
            TopKeysView view = sketch.view(places);

            assertEquals(rowsNow, view.rows());
            assertBounds(view, exact, (double) rowsNow / places + 1, 1);
        }
    }

    @Test
    void shouldForgetWhatWasHotLongAgo() {
        try (TopKeys sketch = new TopKeys(4, 1000, true)) {
            for (int i = 0; i < 5000; i++) {
                offer(sketch, "old");
            }
            for (int i = 0; i < 5000; i++) {
                offer(sketch, "new");
            }
            TopKeysView view = sketch.view(1);

            assertEquals("new", text(view.keys().get(0)));
            assertTrue(view.leastShare(view.keys().get(0)) > 0.99, view::toString);
        }
    }

    @Test
    void shouldEstimateASharesFromOneRowOf64() {
        try (TopKeys sketch = new TopKeys(64)) {
            Random random = new Random(3);
            int sampled = 0;
            int rows = 1_000_000;
            for (int i = 0; i < rows; i++) {
                String key = random.nextInt(100) < 30 ? "hot" : "k" + random.nextInt(10_000);
                if (sketch.due()) {
                    sampled++;
                    add(sketch, key);
                }
            }
            TopKeysView view = sketch.view(1);

            // Gaps are 1 to 128, 64.5 on average: 15 504 rows. Their share of 0.3 has a standard error of 0.0037; four
            // of those.
            assertEquals(rows / 64.5, sampled, 500);
            assertEquals("hot", text(view.keys().get(0)));
            assertEquals(0.3, view.leastShare(view.keys().get(0)), 0.015);
            assertTrue(view.greatestShare(view.keys().get(0))
                    <= view.leastShare(view.keys().get(0)) + 1.0 / 64);
        }
    }

    @Test
    void shouldNotTakeKeysInTurnForOneHotKey() {
        try (TopKeys sketch = new TopKeys(128)) {
            for (int i = 0; i < 640_000; i++) {
                if (sketch.due()) {
                    add(sketch, "k" + i % 64);
                }
            }
            TopKeysView view = sketch.view(1);

            assertTrue(view.greatestShare(view.keys().get(0)) < 0.03, view::toString);
        }
    }

    @Test
    void shouldTellKeysApartThatShareAHashOrTheirFirstBytes() {
        String longKey = "x".repeat(TopKeys.KEY_BYTES);
        try (TopKeys sketch = new TopKeys(8, NEVER, true)) {
            for (String key : new String[] {"a", "b", "", longKey, longKey + "y", longKey + "yy", "a"}) {
                byte[] bytes = key.getBytes(StandardCharsets.UTF_8);
                OffHeap.copyIn(bytes, 0, scratch, bytes.length);
                assertTrue(sketch.due());
                sketch.add(42, scratch, bytes.length);
            }
            TopKeysView view = sketch.view(8);

            assertEquals(6, view.keys().size());
            assertEquals("a", text(view.keys().get(0)));
            assertEquals(2, view.keys().get(0).count());
            TopKey longest = view.keys().stream()
                    .filter(key -> key.length() == TopKeys.KEY_BYTES + 2)
                    .findFirst()
                    .orElseThrow();
            assertArrayEquals(longKey.getBytes(StandardCharsets.UTF_8), longest.key());
        }
    }

    @Test
    void shouldKeepTheLastViewWhenItIsClosed() {
        TopKeys sketch = new TopKeys(4, NEVER, true);
        offer(sketch, "a");
        sketch.close();
        sketch.close();

        assertEquals("a", text(sketch.view(10).keys().get(0)));
        assertEquals(1, sketch.view(10).rows());
    }

    @Test
    void shouldShowOtherThreadsWholeViewsOnly() throws InterruptedException {
        try (TopKeys sketch = new TopKeys(8, 10_000, true)) {
            AtomicBoolean stop = new AtomicBoolean();
            AtomicBoolean torn = new AtomicBoolean();
            Thread reader = new Thread(() -> {
                while (!stop.get()) {
                    TopKeysView view = sketch.view(8);
                    long sum = view.keys().stream().mapToLong(TopKey::count).sum();
                    // Rounding up adds up to one for each place and halving; twice that is their sum.
                    if (sum < view.rows() || sum > view.rows() + 16) {
                        torn.set(true);
                    }
                }
            });
            reader.start();
            for (int i = 0; i < 300_000; i++) {
                offer(sketch, "k" + i % 13);
            }
            stop.set(true);
            reader.join();

            assertEquals(false, torn.get());
        }
    }

    @Test
    void shouldAllocateNothing() {
        try (TopKeys sketch = new TopKeys(64)) {
            sampleMany(sketch);
            ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
            long thread = Thread.currentThread().getId();
            long before = threads.getThreadAllocatedBytes(thread);
            sampleMany(sketch);
            long allocated = threads.getThreadAllocatedBytes(thread) - before;

            // 20 000 keys are offered; one byte each would be more.
            assertTrue(allocated < 8_192, () -> allocated + " bytes");
        }
    }

    private void sampleMany(TopKeys sketch) {
        for (int i = 0; i < 1_290_000; i++) {
            if (sketch.due()) {
                OffHeap.putLong(scratch, i % 100);
                sketch.add(i % 100, scratch, Long.BYTES);
            }
        }
    }

    @Test
    void shouldRefuseANumberOfPlacesThatMakesNoSense() {
        for (int places : new int[] {0, -1, 1025}) {
            TidemarkException e = assertThrows(TidemarkException.class, () -> new TopKeys(places));
            assertEquals(ErrorCode.SETTING_INVALID, e.code());
        }
    }

    private static void assertBounds(TopKeysView view, Map<String, Double> exact, double greatestError, double slack) {
        Map<String, TopKey> found = new HashMap<>();
        view.keys().forEach(key -> found.put(text(key), key));
        found.forEach((name, key) -> {
            double count = exact.get(name);
            assertTrue(key.count() >= count, () -> name + " " + key + " of " + count);
            assertTrue(key.count() - key.error() <= count + slack, () -> name + " " + key + " of " + count);
            assertTrue(key.error() <= greatestError, () -> name + " " + key);
        });
        exact.forEach((name, count) ->
                assertTrue(count <= greatestError || found.containsKey(name), () -> name + " " + count));
        assertTrue(exact.size() > view.keys().size(), "the sketch is smaller than the set of keys");
    }

    /** Key 0 has a third of the rows, 1000 keys in all. */
    private static String skewed(Random random) {
        return "k" + (int) (1000 * Math.pow(random.nextDouble(), 6));
    }

    private void offer(TopKeys sketch, String key) {
        assertTrue(sketch.due());
        add(sketch, key);
    }

    private void add(TopKeys sketch, String key) {
        byte[] bytes = key.getBytes(StandardCharsets.UTF_8);
        OffHeap.copyIn(bytes, 0, scratch, bytes.length);
        sketch.add(key.hashCode(), scratch, bytes.length);
    }

    private static String text(TopKey key) {
        return new String(key.key(), StandardCharsets.UTF_8);
    }
}
