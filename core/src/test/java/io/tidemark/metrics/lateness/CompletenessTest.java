package io.tidemark.metrics.lateness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CompletenessTest {
    /** By the definition: at the bound so many rows or more are in time with a probability of 5 %, added up term by term. */
    @ParameterizedTest
    @CsvSource({"1, 2", "9, 10", "10, 20", "50, 60", "197, 200", "500, 1000"})
    void shouldBeTheShareThatIsJustPlausible(int kept, int rows) {
        double share = Completeness.atLeast(kept, rows, 0.95);
        double probability = 0;
        for (int k = kept; k <= rows; k++) {
            double logarithm = k * Math.log(share) + (rows - k) * Math.log(1 - share);
            for (int i = 1; i <= k; i++) {
                logarithm += Math.log((double) (rows - k + i) / i);
            }
            probability += Math.exp(logarithm);
        }
        assertEquals(0.05, probability, 1e-9);
    }

    @Test
    void shouldNeed598RowsWithoutALossToClaim995InAThousand() {
        assertTrue(Completeness.atLeast(597, 597, 0.95) < 0.995);
        assertTrue(Completeness.atLeast(598, 598, 0.95) >= 0.995);
    }

    @Test
    void shouldTakeFewRowsAndMany() {
        assertEquals(0, Completeness.atLeast(0, 10, 0.95));
        double share = Completeness.atLeast(995_000_000, 1_000_000_000, 0.95);
        // Normal approximation: 1.6449 standard errors below.
        assertEquals(0.995 - 1.6449 * Math.sqrt(0.995 * 0.005 / 1e9), share, 1e-8);
    }
}
