package io.tidemark.metrics.diagnosis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Slopes and whether they are more than chance. */
class TrendTest {
    @Test
    void shouldGiveTheMedianOfTheSlopesOfAllPairs() {
        assertEquals(2, trend(1, 3, 5, 7, 9).perSecond());
        // One wild sample: slopes 2 2 97 2 2 (neighbours) and so on; the median stays 2.
        assertEquals(2, trend(1, 3, 5, 102, 9).perSecond());
        assertEquals(0, trend(4, 4, 4, 4, 4).perSecond());
    }

    @Test
    void shouldAskForNineOfTenPairsInOrder() {
        assertTrue(trend(1, 2, 3, 4, 5).rises());
        assertTrue(trend(1, 2, 3, 5, 4).rises());
        assertFalse(trend(2, 1, 3, 5, 4).rises());
        assertTrue(trend(5, 4, 3, 1, 2).falls());
        assertFalse(trend(4, 5, 3, 1, 2).falls());
        assertFalse(trend(4, 4, 4, 4, 4).falls());
    }

    @Test
    void shouldNotKnowATrendWithAnUnknownFigure() {
        Trend trend = trend(1, 2, Double.NaN, 4, 5);

        assertTrue(Double.isNaN(trend.perSecond()));
        assertFalse(trend.rises() || trend.falls());
    }

    private static Trend trend(double... figures) {
        return Trend.of(
                LongStream.range(0, figures.length)
                        .map(i -> SampleSpec.START + i * SampleSpec.SECOND)
                        .toArray(),
                figures);
    }
}
