package io.tidemark.time;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tidemark.time.JoinBounds.Side;
import io.tidemark.time.TimeSettings.Equality;
import io.tidemark.time.TimeSettings.Thresholds;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Bounds of joins against all times of a small range, and at the ends of the range of times. */
class JoinBoundsTest {
    private static final long RANGE = 40;
    private static final long MILLISECOND = 1_000_000;

    /** A row is gone exactly when every partner that would still be in time fails some condition. */
    @Test
    void shouldLetARowGoExactlyWhenNoPartnerInTimeCanMatch() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int trial = 0; trial < 2_000; trial++) {
            List<TimeBound> bounds = random(random);
            TimeSettings settings = TimeSettings.NATIVE
                    .with(Equality.values()[random.nextInt(2)])
                    .with(Thresholds.TIGHTEST);
            JoinBounds join = JoinBounds.of(bounds, settings, true, true, 0, 0);
            for (Side side : Side.values()) {
                long time = random.nextInt(20) - 10;
                long watermark = random.nextInt(40) - 20;
                boolean some = false;
                boolean any = false;
                for (long partner = -RANGE; partner <= RANGE; partner++) {
                    boolean pair = holds(bounds, side == Side.LEFT ? partner - time : time - partner);
                    some |= pair && !settings.isLate(partner, watermark);
                    any |= pair;
                    boolean within = join.hasPartners(side, time)
                            && partner >= join.firstPartner(side, time)
                            && partner <= join.lastPartner(side, time);
                    assertEquals(
                            pair, within, "seed " + seed + ": " + bounds + " " + side + " " + time + " " + partner);
                }
                if (any && join.isBounded(side)) {
                    assertEquals(
                            some,
                            !JoinBounds.isGone(join.goneAt(side, time), watermark),
                            "seed " + seed + ": " + bounds + " " + side + " " + time + " at " + watermark);
                }
            }
        }
    }

    /** No row that is still there is late by the watermark of the result, and the next greater watermark would make one late. */
    @Test
    void shouldPromiseTheGreatestWatermarkThatHolds() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int trial = 0; trial < 2_000; trial++) {
            List<TimeBound> bounds = random(random);
            TimeSettings settings = TimeSettings.NATIVE
                    .with(Equality.values()[random.nextInt(2)])
                    .with(Thresholds.values()[random.nextInt(2)]);
            JoinBounds join = JoinBounds.of(bounds, settings, true, true, 0, 0);
            for (Side side : Side.values()) {
                if (!join.isBounded(side)) {
                    continue;
                }
                long watermark = random.nextInt(40) - 20;
                long promised = join.outputWatermark(side, watermark);
                long kept = promised - 2;
                while (JoinBounds.isGone(join.goneAt(side, kept), watermark)) {
                    kept++;
                }
                assertFalse(settings.isLate(kept, promised), "seed " + seed + ": " + bounds);
                assertTrue(settings.isLate(kept, promised + 1), "seed " + seed + ": " + bounds);
            }
        }
    }

    @Test
    void shouldTakeTheLoosestBoundAndAMillisecondMoreAsSparkDoes() {
        List<TimeBound> bounds = List.of(
                TimeBound.atMost(10 * MILLISECOND, true),
                TimeBound.atMost(20 * MILLISECOND, false),
                TimeBound.atLeast(-5 * MILLISECOND, true));
        JoinBounds join = JoinBounds.of(bounds, TimeSettings.SPARK, true, true, 0, 0);
        assertEquals(20 * MILLISECOND, join.goneAt(Side.LEFT, 0));
        assertEquals(6 * MILLISECOND, join.goneAt(Side.RIGHT, 0));
        assertEquals(80 * MILLISECOND, join.outputWatermark(Side.LEFT, 100 * MILLISECOND));
        JoinBounds tightest = JoinBounds.of(bounds, TimeSettings.NATIVE, true, true, 0, 0);
        assertEquals(10 * MILLISECOND + 1, tightest.goneAt(Side.LEFT, 0));
        assertEquals(5 * MILLISECOND + 1, tightest.goneAt(Side.RIGHT, 0));
    }

    @Test
    void shouldGoByTheKeyWhereItCarriesTheWatermarkAsSparkDoes() {
        List<TimeBound> halves = List.of(TimeBound.ofKey(true, 0), TimeBound.ofKey(false, 0));
        JoinBounds times = JoinBounds.of(halves, TimeSettings.SPARK, true, true, 0, 0);
        assertEquals(7, times.goneAt(Side.LEFT, 7));
        JoinBounds windows = JoinBounds.of(halves, TimeSettings.SPARK, true, true, 1, 1);
        assertEquals(8, windows.goneAt(Side.RIGHT, 7));
    }

    @Test
    void shouldNotBoundASideWithoutAWatermarkOnTheOther() {
        JoinBounds join = JoinBounds.of(
                List.of(TimeBound.atLeast(0, true), TimeBound.atMost(5, true)), TimeSettings.NATIVE, false, true, 0, 0);
        assertFalse(join.isBounded(Side.LEFT));
        assertTrue(join.isBounded(Side.RIGHT));
        assertTrue(join.isRanged());
    }

    /** At the ends of the range a row waits too long rather than too short, and only possible partners are looked at. */
    @Test
    void shouldStayAtTheEndOfTheRange() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int trial = 0; trial < 20_000; trial++) {
            long lower = edge(random) / 2;
            long upper = edge(random) / 2;
            long time = edge(random);
            long partner = edge(random);
            JoinBounds join = JoinBounds.of(
                    List.of(TimeBound.atLeast(lower, true), TimeBound.atMost(upper, true)),
                    TimeSettings.NATIVE,
                    true,
                    true,
                    0,
                    0);
            for (Side side : Side.values()) {
                BigInteger distance = side == Side.LEFT ? distance(time, partner) : distance(partner, time);
                boolean pair = distance.compareTo(BigInteger.valueOf(lower)) >= 0
                        && distance.compareTo(BigInteger.valueOf(upper)) <= 0;
                boolean within = join.hasPartners(side, time)
                        && partner >= join.firstPartner(side, time)
                        && partner <= join.lastPartner(side, time);
                String what = "seed " + seed + ": " + lower + " " + upper + " " + side + " " + time + " " + partner;
                assertEquals(pair, within, what);
                long goneAt = join.goneAt(side, time);
                assertTrue(goneAt > Watermark.NONE && goneAt < Watermark.END, what);
                assertTrue(!pair || partner < goneAt || goneAt == Watermark.END - 1, what);
            }
        }
    }

    private static BigInteger distance(long left, long right) {
        return BigInteger.valueOf(right).subtract(BigInteger.valueOf(left));
    }

    private static long edge(Random random) {
        long near = random.nextInt(7) - 3;
        return switch (random.nextInt(4)) {
            case 0 -> Long.MAX_VALUE - random.nextInt(4);
            case 1 -> Long.MIN_VALUE + random.nextInt(4);
            case 2 -> near;
            default -> random.nextLong();
        };
    }

    private static List<TimeBound> random(Random random) {
        List<TimeBound> bounds = new ArrayList<>();
        int count = 1 + random.nextInt(4);
        for (int i = 0; i < count; i++) {
            long offset = random.nextInt(16) - 8;
            boolean inclusive = random.nextBoolean();
            bounds.add(
                    random.nextBoolean() ? TimeBound.atLeast(offset, inclusive) : TimeBound.atMost(offset, inclusive));
        }
        return bounds;
    }

    private static boolean holds(List<TimeBound> bounds, long distance) {
        return bounds.stream().allMatch(bound -> {
            if (bound.lower()) {
                return bound.inclusive() ? distance >= bound.offsetNs() : distance > bound.offsetNs();
            }
            return bound.inclusive() ? distance <= bound.offsetNs() : distance < bound.offsetNs();
        });
    }
}
