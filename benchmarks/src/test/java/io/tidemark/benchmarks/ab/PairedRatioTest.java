package io.tidemark.benchmarks.ab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class PairedRatioTest {
    /** Worked out by hand: logs are ln 0.9 and ln 0.8 twice each, t with 3 degrees of freedom is 3.182446. */
    @Test
    void shouldGiveStudentsIntervalOfTheLogarithms() {
        PairedRatio ratio = PairedRatio.of(new double[] {100, 100, 200, 200}, new double[] {90, 80, 180, 160});
        assertEquals(4, ratio.pairs());
        // sqrt(0.9 * 0.8)
        assertEquals(0.848528, ratio.ratio(), 1e-6);
        // mean -0.164252, standard deviation 0.068002, half 3.182446 * 0.068002 / 2 = 0.108206
        assertEquals(0.761504, ratio.low(), 2e-6);
        assertEquals(0.945498, ratio.high(), 2e-6);
        // (160 + 90) / 2 over (100 + 200) / 2
        assertEquals(0.833333, ratio.ratioOfMedians(), 1e-6);
        assertTrue(ratio.differs());
        assertEquals("b is 15.1 % lower than a", ratio.verdict());
    }

    @Test
    void shouldSayNoDifferenceWhenTheIntervalContainsOne() {
        PairedRatio ratio = PairedRatio.of(new double[] {10, 10, 10}, new double[] {10.5, 9.8, 10.1});
        assertFalse(ratio.differs());
        assertEquals("no difference", ratio.verdict());
    }

    @Test
    void shouldNotMindWhatSlowsBothOfAPairDown() {
        PairedRatio ratio = PairedRatio.of(new double[] {10, 50, 20}, new double[] {11, 55, 22});
        assertEquals(1.1, ratio.ratio(), 1e-12);
        assertEquals(1.1, ratio.low(), 1e-12);
        assertEquals("b is 10.0 % higher than a", ratio.verdict());
    }

    @Test
    void shouldRefuseWhatIsNoPair() {
        assertThrows(IllegalArgumentException.class, () -> PairedRatio.of(new double[] {1}, new double[] {1}));
        assertThrows(IllegalArgumentException.class, () -> PairedRatio.of(new double[] {1, 2}, new double[] {1}));
        assertThrows(IllegalArgumentException.class, () -> PairedRatio.of(new double[] {1, 0}, new double[] {1, 1}));
    }
}
