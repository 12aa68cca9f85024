package io.tidemark.time;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** The needed delay against the tests of late rows themselves. */
class NeededDelayRuleTest {
    private static final long MILLI = 1_000_000;

    @Test
    void shouldBeTheSmallestDelayWithWhichARowIsNotLate() {
        TimeSettings equal = TimeSettings.NATIVE.with(TimeSettings.Equality.SPARK);
        for (long max = -12; max <= 12; max++) {
            for (long time = -12; time <= 12; time++) {
                for (boolean window : new boolean[] {false, true}) {
                    assertEquals(
                            smallest(TimeSettings.NATIVE, max, time, window, 1),
                            needed(TimeSettings.NATIVE, max, time, window));
                    assertEquals(smallest(equal, max, time, window, 1), needed(equal, max, time, window));
                }
            }
        }
    }

    @Test
    void shouldBeWholeMillisecondsInSparkTime() {
        TimeSettings spark = TimeSettings.SPARK;
        for (long max = 20 * MILLI; max <= 24 * MILLI; max += 250_000) {
            for (long time = 10 * MILLI; time <= 24 * MILLI; time += 250_000) {
                for (boolean window : new boolean[] {false, true}) {
                    assertEquals(smallest(spark, max, time, window, MILLI), needed(spark, max, time, window));
                }
            }
        }
    }

    @Test
    void shouldKnowTheEndsOfTheRange() {
        assertEquals(0, needed(TimeSettings.NATIVE, Watermark.NONE, 5, false));
        assertEquals(Long.MAX_VALUE, needed(TimeSettings.NATIVE, Long.MAX_VALUE, -5, false));
        assertEquals(Long.MAX_VALUE, needed(TimeSettings.SPARK, Long.MAX_VALUE, -5, true));
    }

    private static long needed(TimeSettings settings, long max, long time, boolean window) {
        return settings.neededDelay(max, time, window);
    }

    private static long smallest(TimeSettings settings, long max, long time, boolean window, long step) {
        for (long delay = 0; ; delay += step) {
            long watermark = settings.watermark(max, delay);
            if (window ? !Watermark.isComplete(time, watermark) : !settings.isLate(time, watermark)) {
                return delay;
            }
        }
    }
}
