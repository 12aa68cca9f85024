package io.tidemark.metrics.lateness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.tidemark.time.TimeSettings;
import io.tidemark.time.Watermark;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class LatenessStudyTest {
    private static final long SECOND = 1_000_000_000L;
    private static final LatenessSettings RAW =
            LatenessSettings.DEFAULT.targets(List.of(new BigDecimal("0.8"))).now(Duration.ofSeconds(4));

    @Test
    void shouldSayWhatDelaysLoseAndCost() {
        LatenessStudy study = new LatenessStudy(RAW, true, List.of("trades"));
        // Needed: 0, 0, 3, 0, 15 seconds.
        for (long[] row : new long[][] {{10, 1}, {20, 2}, {17, -4}, {40, 8}, {25, 5}}) {
            study.onRow(0, row[0] * SECOND, row[1]);
        }
        study.onNullTime(0);
        LatenessReport report = study.report();
        assertEquals("trades", report.worst());
        SourceLateness trades = report.sources().get(0);
        assertEquals(5, trades.rows());
        assertEquals(1, trades.nullTimes());
        assertEquals(2, trades.rowsBehind());
        assertEquals(15 * SECOND, trades.neededMostNs());
        assertEquals(20, trades.value());
        DelayEffect half = trades.effect("now/2");
        assertEquals(2 * SECOND, half.delayNs());
        assertEquals(2, half.rowsLost());
        assertEquals(9, half.valueLost());
        DelayEffect now = trades.effect("now");
        assertEquals(1, now.rowsLost());
        assertEquals(0.8, now.completeness());
        assertEquals(0.25, now.valueShareLost());
        // One row in 30 seconds of event time.
        assertEquals(2_880, now.rowsLostPerDay(), 1e-9);
        assertEquals(3 * SECOND, trades.effect("80 %").delayNs(), 3e6);
        assertEquals(1, trades.effect("80 %").rowsLost());
        assertEquals(0, trades.effect("max").rowsLost());
        assertEquals(15 * SECOND, trades.effect("max").worstResultNs());
    }

    @Test
    void shouldGoByTheEndOfTheLastWindow() {
        LatenessSettings settings = RAW.window(Duration.ofSeconds(10), Duration.ofSeconds(5), Duration.ZERO)
                .state(3, 100);
        LatenessStudy study = new LatenessStudy(settings, false, List.of("trades"));
        study.onRow(0, 21 * SECOND, 0);
        // Its last window is [10, 20).
        study.onRow(0, 12 * SECOND, 0);
        study.onRow(0, 30 * SECOND, 0);
        // [15, 25).
        study.onRow(0, 19 * SECOND, 0);
        // [20, 30), which is complete without a delay.
        study.onRow(0, 20 * SECOND, 0);
        SourceLateness trades = study.report().total();
        assertEquals(5 * SECOND + 1, trades.neededMostNs());
        assertEquals(1, trades.effect("now").rowsLost());
        assertEquals(SECOND + 1, trades.effect("80 %").delayNs(), 1e6);
        assertEquals(1, trades.effect("80 %").rowsLost());
        assertEquals(9, trades.effect("now").groups());
        assertEquals(9 * SECOND, trades.effect("now").meanResultNs());
        assertEquals(14 * SECOND, trades.effect("now").worstResultNs());
        assertEquals(3, trades.effect("max").extraGroups());
        assertEquals(300, trades.effect("max").extraBytes());
    }

    @Test
    void shouldMeasureAgainstTheSourceThatHoldsTheWatermarkBack() {
        LatenessStudy least = new LatenessStudy(RAW, false, List.of("fast", "slow"));
        LatenessStudy most = new LatenessStudy(
                RAW.time(TimeSettings.NATIVE.with(TimeSettings.Merge.MAX)), false, List.of("fast", "slow"));
        for (LatenessStudy study : List.of(least, most)) {
            study.onRow(0, 100 * SECOND, 0);
            study.onRow(0, 90 * SECOND, 0);
            study.onRow(1, 60 * SECOND, 0);
            study.onRow(0, 50 * SECOND, 0);
            study.onRow(1, 58 * SECOND, 0);
        }
        SourceLateness fast = least.report().sources().get(0);
        assertEquals(2, fast.rowsBehind());
        assertEquals(50 * SECOND, fast.disorderMostNs());
        assertEquals(10 * SECOND, fast.neededMostNs());
        assertEquals(2 * SECOND, least.report().sources().get(1).neededMostNs());
        assertEquals("fast", least.report().worst());
        assertEquals(42 * SECOND, most.report().sources().get(1).neededMostNs());
        assertEquals("fast", most.report().worst());
    }

    @Test
    void shouldHaveNoFiguresWithoutRows() {
        LatenessReport report = new LatenessStudy(RAW, false, List.of("a", "b")).report();
        assertNull(report.worst());
        assertEquals(Watermark.NONE, report.total().firstNs());
        assertEquals(List.of(), report.total().effects());
        assertEquals(
                "late     a row, by its own time, once the watermark has passed it\n"
                        + "state    1 keys, 64 bytes a group\nrows     all: 0\n\nrows     a: 0\n\nrows     b: 0\n\n"
                        + "worst    no source has rows\n",
                report.toString());
    }
}
