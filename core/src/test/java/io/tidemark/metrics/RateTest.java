package io.tidemark.metrics;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Locale;
import org.junit.jupiter.api.Test;

final class RateTest {
    @Test
    void shouldWriteNoExponentAndNoComma() {
        Locale before = Locale.getDefault();
        Locale.setDefault(Locale.GERMANY);
        try {
            assertEquals("69230769.2", Rate.text(Rate.perSecond(900_000, 13_000_000)));
            assertEquals("0.0", Rate.text(0));
            assertEquals("0.05", Rate.text(0.05));
            assertEquals("0.0003", Rate.text(0.00025));
            assertEquals("100.0", Rate.text(100));
            assertEquals("1000000000000.0", Rate.text(1e12));
            assertEquals("-3.5", Rate.text(-3.5));
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void shouldAlwaysBeFinite() {
        assertEquals("0.0", Rate.text(Double.NaN));
        assertEquals("0.0", Rate.text(Double.POSITIVE_INFINITY));
        assertEquals(0, Rate.perSecond(5, 0));
        assertEquals(0, Rate.perSecond(5, -1));
    }
}
