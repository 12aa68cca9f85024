package io.tidemark.metrics.lateness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class NeededDelayTest {
    private static final BigDecimal ALL = BigDecimal.ONE;

    @Test
    void shouldBeExactBelow2048() {
        NeededDelay needed = new NeededDelay(false);
        for (int i = 1; i <= 2_000; i++) {
            needed.add(i);
        }
        for (int i = 1; i <= 2_000; i++) {
            assertEquals(i, needed.delayNs(BigDecimal.valueOf(i).divide(BigDecimal.valueOf(2_000))));
            assertEquals(2_000 - i, needed.loss(i).rows());
        }
    }

    @Test
    void shouldFindDelaysToOneInAThousand() {
        Random random = new Random(7);
        long[] delays = random.longs(20_000, 0, 63)
                .map(bits -> random.nextLong() >>> 1 >>> bits)
                .toArray();
        NeededDelay needed = new NeededDelay(false);
        for (long delay : delays) {
            needed.add(delay);
        }
        Arrays.sort(delays);
        for (int rank = 1; rank <= delays.length; rank += 7) {
            long exact = delays[rank - 1];
            long found = needed.delayNs(BigDecimal.valueOf(rank).divide(BigDecimal.valueOf(delays.length)));
            assertTrue(found >= exact && found - exact <= exact / 1_000, found + " for " + exact);
            long above = Arrays.stream(delays).filter(delay -> delay > found).count();
            assertEquals(above, needed.loss(found).rows());
        }
        assertEquals(delays[delays.length - 1], needed.mostNs());
        assertEquals(needed.mostNs(), needed.delayNs(ALL));
    }

    @Test
    void shouldTakeTheWholeRange() {
        NeededDelay needed = new NeededDelay(false, 5);
        needed.add(Long.MAX_VALUE);
        needed.add(0);
        assertEquals(Long.MAX_VALUE, needed.mostNs());
        assertEquals(0, needed.delayNs(new BigDecimal("0.5")));
        assertEquals(Long.MAX_VALUE, needed.delayNs(ALL));
        assertEquals(1, needed.loss(5).rows());
        assertEquals(1, needed.rowsInOrder());
    }

    @Test
    void shouldCountGivenDelaysExactlyAndOthersOnTheSafeSide() {
        NeededDelay needed = new NeededDelay(true, 1_000_000_000L);
        needed.add(1_000_000_000L, 2);
        needed.add(1_000_000_001L, 3);
        needed.add(0, 4);
        assertEquals(new NeededDelay.Loss(1, 3), needed.loss(1_000_000_000L));
        // Both lie in one bucket with this delay, which keeps both.
        assertEquals(new NeededDelay.Loss(2, 5), needed.loss(1_000_000_000L - 1));
        assertEquals(new NeededDelay.Loss(0, 0), needed.loss(1_000_000_001L));
        assertEquals(9, needed.value());
    }

    @Test
    void shouldMergeAsIfAllHadComeToOne() {
        NeededDelay left = new NeededDelay(true, 10);
        NeededDelay right = new NeededDelay(true, 10);
        NeededDelay one = new NeededDelay(true, 10);
        for (int i = 0; i < 100; i++) {
            (i % 3 == 0 ? left : right).add(i * 1_000L, i);
            one.add(i * 1_000L, i);
        }
        left.merge(right);
        assertEquals(one.rows(), left.rows());
        assertEquals(one.value(), left.value());
        assertEquals(one.mostNs(), left.mostNs());
        assertEquals(one.loss(10), left.loss(10));
        for (int percent = 1; percent <= 100; percent++) {
            assertEquals(one.delayNs(BigDecimal.valueOf(percent, 2)), left.delayNs(BigDecimal.valueOf(percent, 2)));
        }
    }

    @Test
    void shouldGiveCopiesWhileRowsAreAdded() throws InterruptedException {
        NeededDelay needed = new NeededDelay(false, 500);
        Thread adder = new Thread(() -> {
            for (int i = 0; i < 2_000_000; i++) {
                needed.add(i & 1023);
            }
        });
        adder.start();
        long before = 0;
        while (adder.isAlive()) {
            NeededDelay copy = needed.copy();
            assertTrue(copy.rows() >= before, "rows went away");
            assertTrue(copy.loss(500).rows() <= copy.rows(), "more rows are lost than there are");
            before = copy.rows();
        }
        adder.join();
        assertEquals(2_000_000, needed.copy().rows());
        assertEquals(needed.loss(500), needed.copy().loss(500));
        assertEquals(1023, needed.copy().mostNs());
    }

    @Test
    void shouldAllocateNothing() {
        NeededDelay needed = new NeededDelay(true, 10, 20);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long thread = Thread.currentThread().getId();
        long allocated = 0;
        for (int round = 0; round < 2; round++) {
            long before = threads.getThreadAllocatedBytes(thread);
            for (int i = 0; i < 100_000; i++) {
                needed.add(i * 37_000L, 1);
            }
            allocated = threads.getThreadAllocatedBytes(thread) - before;
        }
        assertTrue(allocated < 8_192, allocated + " bytes for 100 000 rows");
    }
}
